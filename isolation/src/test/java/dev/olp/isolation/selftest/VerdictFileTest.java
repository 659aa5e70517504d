package dev.olp.isolation.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VerdictFileTest {
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

    @TempDir
    Path folder;

    @Test
    void what_is_written_is_read_again() {
        SelfTestReport report = new SelfTestReport(
                NOW,
                98,
                List.of(),
                List.of(new CheckResult("D02", Verdict.VOID, "no memory\ncontroller")),
                List.of("do this"),
                "sha256:1");
        VerdictFile file = new VerdictFile(folder.resolve("verdict"));
        file.write(report);
        assertThat(file.read("sha256:1", NOW.plusSeconds(1)))
                .hasValue(new SelfTestReport(
                        NOW,
                        98,
                        List.of(),
                        List.of(new CheckResult("D02", Verdict.VOID, "no memory controller")),
                        List.of("do this"),
                        "sha256:1"));
        assertThat(file.read("sha256:2", NOW.plusSeconds(1))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "inputs sha256:1",
                "at then\npassed 3\ninputs sha256:1",
                "at 2026-11-30T12:00:00Z\npassed 0\ninputs sha256:1",
                "at 2026-11-30T12:00:00Z\npassed -3\ninputs sha256:1",
                "at 2026-11-30T12:00:00Z\npassed x\ninputs sha256:1",
                "at 2026-11-30T12:00:00Z\npassed 3\ninputs sha256:1\nskipped D02",
                "at 2026-11-30T12:00:00Z\npassed 3\ninputs sha256:1\nfailed F01 x",
                "at 2026-11-30T12:00:00Z\npassed 3"
            })
    void anything_odd_counts_for_nothing(String content) throws Exception {
        assertThat(read(content)).isEmpty();
    }

    @Test
    void the_control_is_read() throws Exception {
        assertThat(read("at 2026-11-30T12:00:00Z\npassed 3\ninputs sha256:1")).isPresent();
    }

    @Test
    void a_link_is_not_followed() throws Exception {
        read("at 2026-11-30T12:00:00Z\npassed 3\ninputs sha256:1");
        Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("verdict"));
        assertThat(new VerdictFile(link).read("sha256:1", NOW)).isEmpty();
    }

    private Optional<SelfTestReport> read(String content) throws Exception {
        Path file = Files.writeString(folder.resolve("verdict"), content);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        return new VerdictFile(file).read("sha256:1", NOW);
    }
}
