package dev.olp.wire;

import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamContext;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A request body (UTF-8 JSON, a byte order mark tolerated) as a tree in which every text is sound: no NUL, no lone
 * surrogate. A key that stands twice is refused, since two readers would not agree on which one counts.
 */
public final class JsonBody {
    /** Levels of arrays and objects. */
    static final int MAX_DEPTH = 64;
    /** Keys, values and brackets; about 25 MB of tree at the worst. */
    static final int MAX_TOKENS = 250_000;
    /** Characters of a key. */
    static final int MAX_NAME = 4_096;
    /** Digits of a number. */
    static final int MAX_NUMBER = 400;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxTokenCount(MAX_TOKENS)
                    .maxNameLength(MAX_NAME)
                    .maxNumberLength(MAX_NUMBER)
                    // the door has capped the body; a second cap here could only disagree with it
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(TokenStreamFactory.Feature.INTERN_PROPERTY_NAMES)
            .disable(TokenStreamFactory.Feature.CHARSET_DETECTION)
            .build();

    private final byte[] bytes;
    private final int origin;
    private final JsonParser parser;

    private JsonBody(byte[] bytes, int origin, JsonParser parser) {
        this.bytes = bytes;
        this.origin = origin;
        this.parser = parser;
    }

    /**
     * Parses a whole body.
     *
     * @throws ApiException 400 {@code invalid_json} with line and column, or {@code invalid_value} when it is not an
     *     object or holds a NUL
     */
    public static ObjectNode parse(byte[] bytes) throws ApiException {
        int start = byteOrderMark(bytes);
        if (start == bytes.length) {
            throw invalid("The body is empty; send a JSON object.");
        }
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), bytes, start, bytes.length - start)) {
            return new JsonBody(bytes, start, parser).whole();
        } catch (StreamConstraintsException e) {
            throw invalid(
                    "The JSON body is too complex%s: at most %d levels, %d keys and values, keys of %d characters and numbers of %d digits."
                            .formatted(place(e), MAX_DEPTH, MAX_TOKENS, MAX_NAME, MAX_NUMBER));
        } catch (JacksonException e) {
            throw invalid("The body is not valid JSON%s (UTF-8, no key twice in one object).".formatted(place(e)));
        }
    }

    private ObjectNode whole() throws ApiException {
        JsonToken first = parser.nextToken();
        if (first == null) {
            throw invalid("The body is empty; send a JSON object.");
        }
        JsonNode root = node(first);
        if (parser.nextToken() != null) {
            throw invalid("The body holds more than one JSON value.");
        }
        if (root instanceof ObjectNode object) {
            return object;
        }
        throw new ApiException(new ApiError(
                400,
                "invalid_request_error",
                "invalid_value",
                null,
                "The body must be a JSON object, not %s.".formatted(Shape.kind(root)),
                Map.of()));
    }

    private JsonNode node(JsonToken token) throws ApiException {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        return switch (token) {
            case START_OBJECT -> object();
            case START_ARRAY -> array();
            case VALUE_STRING -> nodes.stringNode(text());
            case VALUE_NUMBER_INT ->
                parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER
                        ? nodes.numberNode(parser.getDoubleValue())
                        : nodes.numberNode(parser.getLongValue());
            case VALUE_NUMBER_FLOAT -> nodes.numberNode(parser.getDoubleValue());
            case VALUE_TRUE -> nodes.booleanNode(true);
            case VALUE_FALSE -> nodes.booleanNode(false);
            default -> nodes.nullNode();
        };
    }

    private ObjectNode object() throws ApiException {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        for (String name = parser.nextName(); name != null; name = parser.nextName()) {
            object.set(name, node(parser.nextToken()));
        }
        return object;
    }

    private ArrayNode array() throws ApiException {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            array.add(node(token));
        }
        return array;
    }

    private String text() throws ApiException {
        String text = WellFormed.text(StringToken.read(parser, bytes, origin));
        if (text.indexOf('\0') >= 0) {
            throw new ApiException(ApiError.badValue(
                    path(parser.streamReadContext()), "The text holds a NUL character; leave it out."));
        }
        return text;
    }

    private static String path(TokenStreamContext context) {
        if (context.inRoot()) {
            return "";
        }
        String parent = path(context.getParent());
        if (context.inArray()) {
            return parent + "[" + context.getCurrentIndex() + "]";
        }
        String name = WellFormed.text(String.valueOf(context.currentName()));
        return parent.isEmpty() ? name : parent + "." + name;
    }

    private static int byteOrderMark(byte[] bytes) {
        boolean marked = bytes.length >= 3
                && (bytes[0] & 0xFF) == 0xEF
                && (bytes[1] & 0xFF) == 0xBB
                && (bytes[2] & 0xFF) == 0xBF;
        return marked ? 3 : 0;
    }

    /** Where, in words; never an excerpt, since that would put prompt text into logs. */
    private static String place(JacksonException e) {
        return e.getLocation() == null || e.getLocation().getLineNr() < 1
                ? ""
                : " at line %d, column %d"
                        .formatted(e.getLocation().getLineNr(), e.getLocation().getColumnNr());
    }

    private static ApiException invalid(String message) {
        return new ApiException(ApiError.of(400, "invalid_json", message));
    }
}
