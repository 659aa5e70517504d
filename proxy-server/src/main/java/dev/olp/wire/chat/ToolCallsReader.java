package dev.olp.wire.chat;

import dev.olp.provider.Turn;
import dev.olp.wire.ApiException;
import dev.olp.wire.JsonBody;
import dev.olp.wire.OpenCalls;
import dev.olp.wire.Shape;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The calls of an assistant message: {@code tool_calls}, or the older {@code function_call}. */
public final class ToolCallsReader {
    private final OpenCalls calls;

    ToolCallsReader(OpenCalls calls) {
        this.calls = calls;
    }

    /**
     * Reads and opens the calls.
     *
     * @param index of the message; the id of an older call, which has none, is made of it
     */
    List<Turn.ToolCall> read(ObjectNode message, String path, int index) throws ApiException {
        List<Turn.ToolCall> made = new ArrayList<>();
        ArrayNode toolCalls = Shape.array(message, "tool_calls", path + ".tool_calls");
        for (int i = 0; toolCalls != null && i < toolCalls.size(); i++) {
            String at = path + ".tool_calls[" + i + "]";
            made.add(toolCall(Shape.element(toolCalls.get(i), at), at));
        }
        ObjectNode older = Shape.object(message, "function_call", path + ".function_call");
        if (older != null && made.isEmpty()) {
            made.add(function(older, "call_legacy_" + index, path + ".function_call", path + ".function_call"));
        }
        return made;
    }

    private Turn.ToolCall toolCall(ObjectNode call, String path) throws ApiException {
        String type = Shape.string(call, "type", path + ".type");
        if (type != null && !type.equals("function")) {
            throw Shape.bad(path + ".type", "must be function.");
        }
        String id = Shape.requiredString(call, "id", path + ".id");
        ObjectNode function = Shape.object(call, "function", path + ".function");
        if (function == null) {
            throw Shape.bad(path + ".function", "is required and must be an object.");
        }
        return function(function, id, path + ".id", path + ".function");
    }

    private Turn.ToolCall function(ObjectNode function, String id, String idPath, String path) throws ApiException {
        String name = Shape.requiredString(function, "name", path + ".name");
        String arguments = Shape.string(function, "arguments", path + ".arguments");
        String json = checked(arguments, path + ".arguments");
        return new Turn.ToolCall(calls.open(id, name, idPath), name, json);
    }

    /** A call's arguments, as they were sent: a JSON object as text, an empty one where there is nothing. */
    public static String checked(@Nullable String arguments, String path) throws ApiException {
        if (arguments == null || arguments.isBlank()) {
            return "{}";
        }
        try {
            JsonBody.parse(arguments.getBytes(StandardCharsets.UTF_8));
            return arguments;
        } catch (ApiException e) {
            throw Shape.bad(path, "must be a JSON object as text.");
        }
    }
}
