package dev.olp.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigPrinterTest {
    private static final String TOKEN = "the-operators-own-token";

    @TempDir
    Path home;

    @Test
    void what_is_printed_can_be_loaded_again_and_says_where_values_come_from() throws IOException, ConfigException {
        Files.writeString(home.resolve("config.json"), "{\"server\":{\"port\":8},\"cache\":{\"max_bytes\":9}}");
        LoadedConfig loaded = ConfigLoader.load(Map.of("OLP_BIND", "127.0.0.1", "OLP_OWNER_TOKEN", TOKEN), home);
        String printed = ConfigPrinter.annotated(loaded);

        assertThat(printed)
                .contains("\"port\": 8, // config.json")
                .contains("\"bind\": [\"127.0.0.1\"], // OLP_BIND")
                .contains("\"max_bytes\": 9, // config.json")
                .contains("\"level\": \"info\",\n")
                .contains("// OLP_OWNER_TOKEN is set: ***")
                .doesNotContain(TOKEN);
        Files.writeString(home.resolve("config.json"), printed);
        assertThat(ConfigLoader.load(Map.of(), home).config()).isEqualTo(loaded.config());
    }

    @Test
    void every_leaf_has_a_source() throws ConfigException {
        LoadedConfig loaded = ConfigLoader.load(Map.of("OLP_PORT", "0", "OLP_OWNER_TOKEN", TOKEN), home);
        Map<String, String> sources = ConfigPrinter.sources(loaded);

        assertThat(sources)
                .containsEntry("server.port", "OLP_PORT")
                .containsEntry("server.bind", "default")
                .containsEntry("providers.anthropic.credentials.default.source", "default")
                .containsEntry("OLP_OWNER_TOKEN", "environment: ***")
                .doesNotContainValue(TOKEN);
    }
}
