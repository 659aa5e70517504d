package dev.olp.provider.anthropic;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ContainerNode;
import tools.jackson.databind.node.ObjectNode;

/** A client's JSON with every digit of its numbers, of which claude, a JavaScript program, keeps what a double holds. */
final class ExactJson {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS, DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /** In ASCII, since no lone surrogate can be written otherwise. */
    private static final ObjectWriter WRITER = MAPPER.writer().with(JsonWriteFeature.ESCAPE_NON_ASCII);

    private ExactJson() {}

    /** The text as a JSON object; null when it is anything else. */
    static @Nullable ObjectNode object(String text) {
        try {
            return MAPPER.readTree(text) instanceof ObjectNode object ? object : null;
        } catch (JacksonException broken) {
            return null;
        }
    }

    /** On one line. */
    static String text(JsonNode node) {
        return WRITER.writeValueAsString(node);
    }

    /** A JSON text on one line; within strings there are no raw line breaks. */
    static String oneLine(String text) {
        return text.replace('\n', ' ').replace('\r', ' ');
    }

    /**
     * Puts each number that a double would change as a string of the same digits.
     *
     * @return whether there was one
     */
    static boolean keepNumbers(ContainerNode<?> node) {
        boolean changed = false;
        if (node instanceof ObjectNode object) {
            for (Map.Entry<String, JsonNode> member : List.copyOf(object.properties())) {
                if (isChanged(member.getValue())) {
                    object.put(member.getKey(), digits(member.getValue()));
                    changed = true;
                }
            }
        } else if (node instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                if (isChanged(array.get(i))) {
                    array.set(i, digits(array.get(i)));
                    changed = true;
                }
            }
        }
        for (JsonNode child : node) {
            changed |= child instanceof ContainerNode<?> inner && keepNumbers(inner);
        }
        return changed;
    }

    private static boolean isChanged(JsonNode node) {
        return node.isNumber() && !isDouble(node);
    }

    private static String digits(JsonNode number) {
        return number.decimalValue().toString();
    }

    /** Whether the number is the same once it was a double. */
    static boolean isDouble(JsonNode number) {
        double held = number.asDouble(Double.NaN);
        return Double.isFinite(held) && new BigDecimal(Double.toString(held)).compareTo(number.decimalValue()) == 0;
    }
}
