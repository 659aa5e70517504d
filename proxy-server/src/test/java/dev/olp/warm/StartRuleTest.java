package dev.olp.warm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.run.ProbedBinary;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StartRuleTest {
    private static final ProbedBinary OLD = binary("1");
    private static final ProbedBinary NEW = binary("2");

    private final StartRule rule = new StartRule();

    private static ProbedBinary binary(String version) {
        return new ProbedBinary(Path.of("/opt/cli"), version, true, Map.of());
    }

    @Test
    void only_the_binary_of_the_last_request_is_started_ahead() {
        assertThat(rule.allows(OLD, 0)).as("nobody asked").isFalse();
        rule.asked(OLD);
        assertThat(rule.allows(OLD, 0)).isTrue();
        rule.asked(NEW);
        assertThat(rule.allows(OLD, 0)).as("a long run of it ends").isFalse();
        assertThat(rule.allows(NEW, 0)).isTrue();
    }

    @Test
    void a_binary_that_takes_nothing_late_is_not_tried_again() {
        rule.asked(OLD);
        rule.unsuitable(OLD);
        assertThat(rule.allows(OLD, 0)).isFalse();
        assertThat(rule.obstacle()).contains("version 1 takes no request late");
        rule.asked(NEW);
        assertThat(rule.allows(NEW, 0)).isTrue();
    }

    @Test
    void a_pause_ends_whatever_the_clock_began_with() {
        rule.asked(OLD);
        assertThat(rule.allows(OLD, Long.MIN_VALUE)).isTrue();
        rule.pause(Long.MIN_VALUE + 5);
        assertThat(rule.allows(OLD, Long.MAX_VALUE)).isFalse();
        assertThat(rule.allows(OLD, Long.MIN_VALUE + 4)).isFalse();
        assertThat(rule.allows(OLD, Long.MIN_VALUE + 5)).isTrue();
    }
}
