package dev.olp.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Reads {@code config.json}: JSON (RFC 8259) with comments; a key twice in one object is an error. */
final class ConfigFile {
    private static final long LARGEST_BYTES = 1 << 20;

    private ConfigFile() {}

    /** The file's object; an empty one when there is no file. */
    static ObjectNode read(Path file) throws ConfigException {
        try {
            if (Files.size(file) > LARGEST_BYTES) {
                throw refusal("at most " + LARGEST_BYTES + " bytes");
            }
            JsonNode root = mapper().readTree(Files.readAllBytes(file));
            if (root instanceof ObjectNode object) {
                return object;
            }
            throw refusal("an object {…}");
        } catch (NoSuchFileException none) {
            return JsonNodeFactory.instance.objectNode();
        } catch (IOException failure) {
            throw refusal("a file that can be read: " + failure.getClass().getSimpleName());
        } catch (JacksonException broken) {
            TokenStreamLocation at = broken.getLocation();
            String where = at == null ? "" : " at line %d, column %d".formatted(at.getLineNr(), at.getColumnNr());
            throw refusal("JSON" + where + ": " + broken.getOriginalMessage());
        }
    }

    static JsonMapper mapper() {
        return JsonMapper.builder()
                .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                .build();
    }

    private static ConfigException refusal(String expected) {
        return new ConfigException(List.of(new Problem(ConfigLoader.FILE, "", expected, null)));
    }
}
