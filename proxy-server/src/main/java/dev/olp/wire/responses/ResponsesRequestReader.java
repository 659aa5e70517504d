package dev.olp.wire.responses;

import dev.olp.provider.ChatRequest;
import dev.olp.provider.OutputFormat;
import dev.olp.provider.ReasoningEffort;
import dev.olp.provider.Tools;
import dev.olp.wire.ApiException;
import dev.olp.wire.CacheFields;
import dev.olp.wire.IgnoredNames;
import dev.olp.wire.JsonBody;
import dev.olp.wire.OutputFormats;
import dev.olp.wire.Shape;
import dev.olp.wire.UnsupportedParameters;
import dev.olp.wire.chat.ChatRequestReader;
import dev.olp.wire.chat.ParsedChat;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads the body of {@code POST /v1/responses}. Every fault is an {@link ApiException} with the field's path. */
public final class ResponsesRequestReader {
    private ResponsesRequestReader() {}

    /**
     * Reads a request.
     *
     * @param body the decoded bytes; not changed, not kept
     * @param history what the client can refer to
     * @throws ApiException 400 {@code invalid_json}, {@code invalid_value}, {@code unsupported_parameter} or {@code
     *     previous_response_not_found}; 404 {@code item_not_found}
     */
    public static ResponsesRequest read(byte[] body, UnsupportedParameters policy, History history)
            throws ApiException {
        ObjectNode root = JsonBody.parse(body);
        refuseOtherDialect(root);
        String model = Shape.requiredString(root, "model", "model");
        if (model.length() > ChatRequestReader.MAX_MODEL) {
            throw Shape.bad("model", "is longer than " + ChatRequestReader.MAX_MODEL + " characters.");
        }
        IgnoredNames ignored = new IgnoredNames();
        new ResponseParameters(policy, ignored).check(root);
        ReasoningEffort effort = effort(root, ignored);
        ResponseTools tools = new ResponseTools(policy, ignored);
        Tools offered = tools.read(root);
        References references = new References(history);
        ArrayNode earlier = references.earlier(root);
        JsonNode added = references.resolved(Shape.field(root, "input"));
        InputReader input = new InputReader(ignored);
        input.read(earlier, added);
        byte[] kept = kept(root, Conversation.joined(earlier, added), history, ignored);
        ChatRequest request = new ChatRequest(
                system(Shape.string(root, "instructions", "instructions"), input.system()),
                input.turns(),
                Shape.positiveInteger(root, "max_output_tokens"),
                List.of(),
                effort,
                offered,
                format(root, ignored));
        ParsedChat chat = new ParsedChat(
                model,
                request,
                Shape.flag(root, "stream", "stream"),
                false,
                ignored.sorted(),
                Shape.string(root, "user", "user"),
                CacheFields.isCold(root),
                false);
        return new ResponsesRequest(chat, new ResponseEcho(root, kept != null), tools.names(), kept);
    }

    /** What is kept of the conversation where the response is to be: by OpenAI's default it is. */
    private static byte @Nullable [] kept(ObjectNode root, ArrayNode items, History history, IgnoredNames ignored)
            throws ApiException {
        boolean asked = Shape.flag(root, "store", "store");
        if (asked || Shape.field(root, "store") == null) {
            byte[] bytes = Conversation.bytes(items);
            // the response repeats some of it
            if (history.keeps(2L * bytes.length)) {
                return bytes;
            }
        }
        if (asked) {
            ignored.add("store");
        }
        return null;
    }

    private static void refuseOtherDialect(ObjectNode root) throws ApiException {
        if (Shape.field(root, "input") == null && root.has("messages")) {
            throw Shape.bad(
                    "messages",
                    "belongs to Chat Completions: send this body to /v1/chat/completions, or send 'input'.");
        }
    }

    private static List<String> system(@Nullable String instructions, List<String> others) {
        List<String> system = new ArrayList<>();
        if (instructions != null && !instructions.isEmpty()) {
            system.add(instructions);
        }
        system.addAll(others);
        return system;
    }

    /** How much of the reasoning is told is the CLI's choice, so any summary may be asked for. */
    private static @Nullable ReasoningEffort effort(ObjectNode root, IgnoredNames ignored) throws ApiException {
        ObjectNode reasoning = Shape.object(root, "reasoning", "reasoning");
        if (reasoning == null) {
            return null;
        }
        ignored.unknown(reasoning, "reasoning.", Set.of("effort", "summary", "generate_summary"));
        Shape.string(reasoning, "summary", "reasoning.summary");
        return ChatRequestReader.effort(reasoning, "effort", "reasoning.effort");
    }

    private static OutputFormat format(ObjectNode root, IgnoredNames ignored) throws ApiException {
        ObjectNode text = Shape.object(root, "text", "text");
        return OutputFormats.flat(
                text == null ? null : Shape.object(text, "format", "text.format"), "text.format", ignored);
    }
}
