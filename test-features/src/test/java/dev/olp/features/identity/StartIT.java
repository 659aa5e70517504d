package dev.olp.features.identity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.OlpCommand;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Starts that must not happen: each ends at once, with exit code 1 and a line that says what to do. */
class StartIT {
    @TempDir
    Path folder;

    private final Map<String, String> environment = new HashMap<>();

    @BeforeEach
    void aMachineWithNothingOnIt() throws Exception {
        environment.put("PATH", "/usr/bin:/bin");
        environment.put("LANG", "C.UTF-8");
        environment.put("HOME", Files.createDirectory(folder.resolve("home")).toString());
        environment.put("OLP_HOME", folder.resolve("olp").toString());
        environment.put("RUNTIME_DIRECTORY", folder.resolve("run").toString());
        Files.createDirectory(
                folder.resolve("olp"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.createDirectory(
                folder.resolve("run"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    @Test
    void aTakenPortEndsTheStartAndNamesItsHolder() throws Exception {
        environment.put("OLP_OWNER_TOKEN", "olp-owner-token-of-the-tests");
        try (ServerSocket holder = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            OlpCommand start = serve("--port", Integer.toString(holder.getLocalPort()));

            assertThat(start.exit()).as(start.err()).isEqualTo(1);
            assertThat(start.err())
                    .contains("port " + holder.getLocalPort())
                    .contains("(pid " + ProcessHandle.current().pid() + ")")
                    .doesNotContain("Exception");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"server\":{\"bind\":[\"0.0.0.0\"]}}|olp keys create --owner",
                "{\"auth\":{\"allow_anonymous\":true},\"server\":{\"bind\":[\"0.0.0.0\"]}}|auth.anonymous_providers",
                "{\"auth\":{\"advertise_anonymous_key\":true}}|auth.allow_anonymous",
            })
    void aServerThatWouldBeOpenToOthersIsNotStarted(String configuration, String remedy) throws Exception {
        configure(configuration);

        OlpCommand start = serve("--port", "0");

        assertThat(start.exit()).as(start.err()).isEqualTo(1);
        assertThat(start.err()).contains(remedy).doesNotContain("Exception");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"server\":{\"prot\":1}}|server.prot|did you mean port",
                "{\"server\":{\"idle_timeout_ms\":\"long\"}}|server.idle_timeout_ms|1000",
                "{\"server\":{\"max_body_bytes\":1}}|server.max_body_bytes|1024",
                "{\"providers\":{\"anthropic\":{\"max_concurrent\":0}}}|providers.anthropic.max_concurrent|1",
                "{\"streaming\":{\"heartbeat_interval_ms\":-1}}|streaming.heartbeat_interval_ms|50",
                "{\"server\":|config.json|",
                "{\"server\":{\"tls\":{\"certificate\":\"/none.pem\",\"key\":\"/none.pem\"}}}|server.tls.certificate|a file that exists",
            })
    void aWrongConfigurationIsToldByItsPlace(String configuration, String place, String expected) throws Exception {
        configure(configuration);

        OlpCommand start = serve("--port", "0");

        assertThat(start.exit()).as(start.err()).isEqualTo(1);
        assertThat(start.err())
                .contains(place)
                .contains(expected == null ? "" : expected)
                .doesNotContain("Exception");
    }

    @Test
    void aRegistryThatIsWrongEndsTheStart() throws Exception {
        Files.writeString(folder.resolve("olp/models.local.json"), "{\"models\":[{\"id\":\"x\"}]}");

        OlpCommand start = serve("--port", "0");

        assertThat(start.exit()).as(start.err()).isEqualTo(1);
        assertThat(start.err()).contains("models").doesNotContain("\tat ");
    }

    @Test
    void aHomeThatOthersMayWriteEndsTheStart() throws Exception {
        Files.setPosixFilePermissions(folder.resolve("olp"), PosixFilePermissions.fromString("rwxrwxrwx"));

        OlpCommand start = serve("--port", "0");

        assertThat(start.exit()).as(start.err()).isEqualTo(1);
        assertThat(start.err()).contains("OLP_HOME").doesNotContain("Exception");
    }

    private void configure(String json) throws Exception {
        Files.writeString(folder.resolve("olp/config.json"), json);
    }

    private OlpCommand serve(String... options) throws Exception {
        String[] arguments = new String[options.length + 1];
        arguments[0] = "serve";
        System.arraycopy(options, 0, arguments, 1, options.length);
        return OlpCommand.run(folder.resolve("command"), environment, arguments);
    }
}
