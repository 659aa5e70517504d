package dev.olp.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ProgressTest {
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void who_looks_on_sees_one_line_that_grows_and_goes_away() {
        run(new Terminals(false, true), true);

        assertThat(err.toString(StandardCharsets.UTF_8))
                .isEqualTo("\r10 rows\u001b[K\r20 rows\u001b[K\r\u001b[K")
                .doesNotContain("\n");
    }

    @Test
    void a_file_has_none_of_it() {
        run(new Terminals(true, false), true);
        run(new Terminals(true, true), false);

        assertThat(err.size()).isZero();
    }

    private void run(Terminals terminals, boolean wanted) {
        PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
        try (Progress progress = new Progress(new Console(stream, stream, terminals), wanted, "rows", 10)) {
            for (int i = 0; i < 25; i++) {
                progress.step();
            }
        }
    }
}
