package dev.olp.wire;

import dev.olp.provider.OutputFormat;
import dev.olp.schema.OutputSchema;
import dev.olp.schema.UnsoundSchema;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The format that a client asks for: {@code response_format} of Chat Completions, {@code text.format} of Responses and
 * {@code output_config.format} of Messages.
 */
public final class OutputFormats {
    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9_-]{1,64}");
    private static final String UNNAMED = "answer";
    private static final Set<String> KNOWN = Set.of("type", "name", "description", "schema", "strict");

    private OutputFormats() {}

    /**
     * Where the schema stands in an object of its own, {@code json_schema}.
     *
     * @param format null for none, which means text
     * @param path of the format
     * @throws ApiException 400 with the path of what is wrong
     */
    public static OutputFormat nested(@Nullable ObjectNode format, String path, IgnoredNames ignored)
            throws ApiException {
        if (format == null || !type(format, path).equals("json_schema")) {
            return flat(format, path, ignored);
        }
        ObjectNode inner = Shape.object(format, "json_schema", path + ".json_schema");
        if (inner == null) {
            throw Shape.bad(path + ".json_schema", "is required and must be an object.");
        }
        ignored.unknown(format, path + ".", Set.of("type", "json_schema"));
        Shape.requiredString(inner, "name", path + ".json_schema.name");
        return schema(inner, path + ".json_schema", ignored);
    }

    /** Where it stands beside the type. A missing name is made up. */
    public static OutputFormat flat(@Nullable ObjectNode format, String path, IgnoredNames ignored)
            throws ApiException {
        if (format == null) {
            return new OutputFormat.Text();
        }
        return switch (type(format, path)) {
            case "text" -> new OutputFormat.Text();
            case "json_object" -> new OutputFormat.JsonObject();
            case "json_schema" -> schema(format, path, ignored);
            default -> throw Shape.bad(path + ".type", "must be text, json_object or json_schema.");
        };
    }

    /**
     * The stop strings that hold. None beside JSON: what ends before one would be half a document.
     *
     * @param name of their field
     * @throws ApiException 400 under {@code reject}
     */
    public static List<String> stops(
            OutputFormat format, List<String> stops, String name, UnsupportedParameters policy, IgnoredNames ignored)
            throws ApiException {
        if (stops.isEmpty() || !format.isJson()) {
            return stops;
        }
        if (policy == UnsupportedParameters.REJECT) {
            throw Shape.unsupported(
                    name, "'" + name + "' is not supported where the answer is to be JSON; leave it out.");
        }
        ignored.add(name);
        return List.of();
    }

    private static String type(ObjectNode format, String path) throws ApiException {
        return Shape.requiredString(format, "type", path + ".type");
    }

    private static OutputFormat schema(ObjectNode holder, String path, IgnoredNames ignored) throws ApiException {
        String name = Shape.string(holder, "name", path + ".name");
        if (name != null && !NAME.matcher(name).matches()) {
            throw Shape.bad(path + ".name", "must be 1 to 64 of the characters a-z, A-Z, 0-9, _ and -.");
        }
        String description = Shape.string(holder, "description", path + ".description");
        // each answer is checked against the schema, whether this is asked for or not
        Shape.flag(holder, "strict", path + ".strict");
        ignored.unknown(holder, path + ".", KNOWN);
        ObjectNode schema = Shape.object(holder, "schema", path + ".schema");
        if (schema == null) {
            throw Shape.bad(path + ".schema", "is required and must be an object.");
        }
        try {
            OutputSchema.of(schema);
        } catch (UnsoundSchema e) {
            throw Shape.bad(path + ".schema", e.sentence());
        }
        return new OutputFormat.JsonSchema(
                name == null ? UNNAMED : name, description == null ? "" : description, schema.toString());
    }
}
