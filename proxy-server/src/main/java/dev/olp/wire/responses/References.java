package dev.olp.wire.responses;

import dev.olp.wire.ApiError;
import dev.olp.wire.ApiException;
import dev.olp.wire.IgnoredNames;
import dev.olp.wire.Shape;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What a request only names of earlier responses, put in its place. */
final class References {
    private final History history;
    private final Map<String, ArrayNode> known = new HashMap<>();

    References(History history) {
        this.history = history;
    }

    /**
     * The conversation that {@code previous_response_id} goes on with; empty without it.
     *
     * @throws ApiException 400 {@code previous_response_not_found}
     */
    ArrayNode earlier(ObjectNode root) throws ApiException {
        String id = Shape.string(root, "previous_response_id", "previous_response_id");
        if (id == null) {
            return JsonMapper.shared().createArrayNode();
        }
        ArrayNode items = items(id);
        if (items == null) {
            throw missing(
                    400,
                    "previous_response_not_found",
                    "previous_response_id",
                    "There is no response " + IgnoredNames.encoded(id)
                            + " any more, or it was made with 'store': false; send the whole conversation as 'input'.");
        }
        return items;
    }

    /** The input with each {@code item_reference} replaced by its item. */
    @Nullable
    JsonNode resolved(@Nullable JsonNode input) throws ApiException {
        if (!(input instanceof ArrayNode array)) {
            return input;
        }
        ArrayNode resolved = JsonMapper.shared().createArrayNode();
        for (int i = 0; i < array.size(); i++) {
            JsonNode item = array.get(i);
            boolean reference = item.path("type").asString("").equals("item_reference");
            resolved.add(reference ? item((ObjectNode) item, "input[" + i + "].id") : item);
        }
        return resolved;
    }

    private JsonNode item(ObjectNode reference, String path) throws ApiException {
        String id = Shape.requiredString(reference, "id", path);
        int begin = id.indexOf('_');
        int end = id.lastIndexOf('_');
        ArrayNode items = begin < 0 || begin == end ? null : items("resp" + id.substring(begin, end));
        if (items != null) {
            for (JsonNode item : items) {
                if (item.path("id").asString("").equals(id)) {
                    return item;
                }
            }
        }
        throw missing(
                404,
                "item_not_found",
                path,
                "There is no item " + IgnoredNames.encoded(id)
                        + " any more, or its response was made with 'store': false; send the item itself.");
    }

    private @Nullable ArrayNode items(String responseId) throws ApiException {
        ArrayNode before = known.get(responseId);
        if (before != null) {
            return before;
        }
        Optional<byte[]> kept = history.items(responseId);
        if (kept.isEmpty()) {
            return null;
        }
        ArrayNode read = Conversation.read(kept.get());
        known.put(responseId, read);
        return read;
    }

    private static ApiException missing(int status, String code, String param, String message) {
        return new ApiException(new ApiError(status, "invalid_request_error", code, param, message, Map.of()));
    }
}
