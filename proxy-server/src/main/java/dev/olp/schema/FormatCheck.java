package dev.olp.schema;

import dev.olp.provider.OutputFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * An answer's text against the format that was asked for.
 *
 * @param document the text, without a code fence around it
 * @param complaint what is wrong with it, for the model; null for nothing
 */
public record FormatCheck(String document, @Nullable String complaint) {
    /** Characters of a document that is checked. */
    static final int MAX_CHARACTERS = 2_000_000;
    /** Levels of arrays and objects. */
    static final int MAX_DEPTH = 64;

    private static final Pattern FENCED =
            Pattern.compile("\\s*```(?:json|JSON)?[ \\t]*\\R(.*?)\\R?\\s*```\\s*", Pattern.DOTALL);

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .maxNumberLength(400)
                            .maxStringLength(MAX_CHARACTERS)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /** Of a text that may still be changed: a code fence around the whole of it is taken off. */
    public static FormatCheck unfenced(OutputFormat format, String text) {
        Matcher fenced = FENCED.matcher(text);
        return exact(format, text.length() <= MAX_CHARACTERS && fenced.matches() ? fenced.group(1) : text.strip());
    }

    /** Of a text as it is. */
    public static FormatCheck exact(OutputFormat format, String text) {
        return new FormatCheck(
                text,
                switch (format) {
                    case OutputFormat.Text() -> null;
                    case OutputFormat.JsonObject() -> complaint(text, true, null);
                    case OutputFormat.JsonSchema(var _, var _, String schema) -> complaint(text, false, schema);
                });
    }

    private static @Nullable String complaint(String text, boolean object, @Nullable String schema) {
        if (text.length() > MAX_CHARACTERS) {
            return "it is longer than %d characters".formatted(MAX_CHARACTERS);
        }
        JsonNode document;
        try {
            document = MAPPER.readTree(text);
        } catch (JacksonException e) {
            return "it is not one JSON document and nothing else, or holds a key twice in one object";
        }
        if (document.isMissingNode()) {
            return "it is empty";
        }
        if (object && !document.isObject()) {
            return "it is not a JSON object";
        }
        Optional<String> found =
                schema == null ? Optional.empty() : OutputSchema.ofSound(schema).complaint(document);
        return found.orElse(null);
    }
}
