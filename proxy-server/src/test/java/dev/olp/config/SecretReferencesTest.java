package dev.olp.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** {@code ${env:NAME}} and {@code ${file:PATH}} in {@code config.json}. */
class SecretReferencesTest {
    private static final String SECRET = "hush-4711";

    @TempDir
    Path home;

    private Path file;

    @BeforeEach
    void writeTheSecret() throws IOException {
        file = Files.writeString(home.resolve("secret.txt"), "gateway.example/" + SECRET + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    private LoadedConfig load(String json) throws Exception {
        Files.writeString(home.resolve("config.json"), json);
        return ConfigLoader.load(Map.of("TENANT", "team-" + SECRET, "EMPTY", ""), home);
    }

    private LoadedConfig upstream(String value) throws Exception {
        return load("{\"providers\":{\"openai\":{\"upstream\":"
                + JsonMapper.shared().writeValueAsString(value) + "}}}");
    }

    private static String openAi(LoadedConfig loaded) {
        return String.valueOf(Objects.requireNonNull(loaded.config().providers().get("openai"))
                .upstream());
    }

    @Test
    void aVariableAndAFileArePutWhereTheyAreNamed() throws Exception {
        assertThat(openAi(upstream("https://gateway.example/${env:TENANT}/v1")))
                .isEqualTo("https://gateway.example/team-" + SECRET + "/v1");
        LoadedConfig loaded = upstream("https://${file:" + file + "}");
        assertThat(openAi(loaded)).isEqualTo("https://gateway.example/" + SECRET);
        assertThat(loaded.files(new Home(home))).containsExactly(home.resolve("config.json"), file);
    }

    @Test
    void whatIsPrintedNamesThemAgainAndIsAConfigurationToo() throws Exception {
        LoadedConfig loaded = load("""
                {"providers": {"openai": {"upstream": "https://gateway.example/${env:TENANT}"}},
                 "server": {"allowed_hosts": ["one.example", "${env:TENANT}"]}}
                """);

        String printed = ConfigPrinter.annotated(loaded);
        assertThat(printed + ConfigPrinter.json(loaded) + ConfigPrinter.sources(loaded))
                .doesNotContain(SECRET)
                .contains("https://gateway.example/${env:TENANT}");
        assertThat(load(printed).config()).isEqualTo(loaded.config());
    }

    @Test
    void whatIsWrongIsToldWithoutTheSecret() {
        assertRefused("ftp://${env:TENANT}", "providers.openai.upstream: *** (expected: https://host");
        assertRefused(
                "${env:NOBODY}", "providers.openai.upstream (expected: a variable that is set), from ${env:NOBODY}");
        assertRefused("${env:EMPTY}", "expected: a variable that is set");
        assertRefused("${TENANT}", "expected: ${env:NAME} or ${file:/absolute/path}");
        assertRefused("${file:secret.txt}", "expected: ${env:NAME} or ${file:/absolute/path}");
        assertRefused("${env:TENANT", "expected: ${env:NAME} or ${file:/absolute/path}");
        assertRefused("${file:/nowhere/at/all}", "expected: a path of a file");
    }

    @Test
    void aFileThatOthersCanReadHoldsNoSecret() throws Exception {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertRefused("https://${file:" + file + "}", "chmod 600 (it is rw-r--r--)");
    }

    private void assertRefused(String value, String message) {
        ConfigException refused = catchThrowableOfType(ConfigException.class, () -> upstream(value));
        assertThat(refused.problems())
                .singleElement()
                .extracting(Problem::message)
                .asString()
                .contains(message)
                .doesNotContain(SECRET);
    }
}
