package dev.olp.isolation.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PidWindowTest {
    @Test
    void pids_run_from_the_first_to_the_newest() {
        assertThat(PidWindow.between(100, 200).test(100)).isTrue();
        assertThat(PidWindow.between(100, 200).test(200)).isTrue();
        assertThat(PidWindow.between(100, 200).test(99)).isFalse();
        assertThat(PidWindow.between(100, 200).test(201)).isFalse();
    }

    @Test
    void after_the_top_they_begin_again() {
        assertThat(PidWindow.between(30_000, 400).test(32_000)).isTrue();
        assertThat(PidWindow.between(30_000, 400).test(300)).isTrue();
        assertThat(PidWindow.between(30_000, 400).test(401)).isFalse();
        assertThat(PidWindow.between(30_000, 400).test(29_999)).isFalse();
    }

    @Test
    void a_process_started_since_is_inside_and_one_from_before_is_not() throws Exception {
        PidWindow window = PidWindow.open();
        Process first = new ProcessBuilder("/bin/sh", "-c", "read x").start();
        Process second = new ProcessBuilder("/bin/sh", "-c", "read x").start();
        try {
            assertThat(window.from(first.pid()).test(first.pid())).isTrue();
            assertThat(window.from(first.pid()).test(second.pid())).isTrue();
            assertThat(window.from(second.pid()).test(first.pid())).isFalse();
        } finally {
            first.destroyForcibly().waitFor();
            second.destroyForcibly().waitFor();
        }
    }
}
