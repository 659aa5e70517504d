package dev.olp.wire.chat;

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
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads the body of {@code POST /v1/chat/completions}. Every fault is an {@link ApiException} with the field's path. */
public final class ChatRequestReader {
    /** Characters of a model name. */
    public static final int MAX_MODEL = 256;
    /** OpenAI's own limit. */
    static final int MAX_STOPS = 4;
    /** Characters of one stop string; the scanner's work per delta grows with it. */
    static final int MAX_STOP_LENGTH = 1_024;

    private ChatRequestReader() {}

    /**
     * Reads a request.
     *
     * @param body the decoded bytes; not changed, not kept
     * @throws ApiException 400 {@code invalid_json}, {@code invalid_value} or {@code unsupported_parameter}
     */
    public static ParsedChat read(byte[] body, UnsupportedParameters policy) throws ApiException {
        ObjectNode root = JsonBody.parse(body);
        refuseOtherDialect(root);
        String model = Shape.requiredString(root, "model", "model");
        if (model.length() > MAX_MODEL) {
            throw Shape.bad("model", "is longer than " + MAX_MODEL + " characters.");
        }
        boolean stream = Shape.flag(root, "stream", "stream");
        IgnoredNames ignored = new IgnoredNames();
        boolean includeUsage = includeUsage(root, stream, ignored);
        Parameters.check(root, policy, ignored);
        Tools tools = new ToolsReader(policy, ignored).read(root);
        MessagesReader messages = new MessagesReader(ignored);
        messages.read(root.get("messages"));
        OutputFormat format = OutputFormats.nested(
                Shape.object(root, "response_format", "response_format"), "response_format", ignored);
        ChatRequest request = new ChatRequest(
                messages.system(),
                messages.turns(),
                maxTokens(root),
                OutputFormats.stops(format, stops(root), "stop", policy, ignored),
                effort(root, "reasoning_effort", "reasoning_effort"),
                tools,
                format);
        return new ParsedChat(
                model,
                request,
                stream,
                includeUsage,
                ignored.sorted(),
                Shape.string(root, "user", "user"),
                CacheFields.isRepeatable(root),
                CacheFields.isMarked(root));
    }

    /** Cursor and others send a Responses body here (S29); better told than half understood. */
    private static void refuseOtherDialect(ObjectNode root) throws ApiException {
        if (Shape.field(root, "messages") != null) {
            return;
        }
        for (String name : List.of("input", "instructions")) {
            if (root.has(name)) {
                throw Shape.bad(
                        name,
                        "belongs to the Responses API: send this body to /v1/responses, or send 'messages' here.");
            }
        }
    }

    private static boolean includeUsage(ObjectNode root, boolean stream, IgnoredNames ignored) throws ApiException {
        ObjectNode options = Shape.object(root, "stream_options", "stream_options");
        if (options == null) {
            return false;
        }
        if (!stream) {
            throw Shape.bad("stream_options", "is only allowed with 'stream': true.");
        }
        // our frames are not padded, so obfuscation may be asked for or not
        Shape.flag(options, "include_obfuscation", "stream_options.include_obfuscation");
        ignored.unknown(options, "stream_options.", List.of("include_usage", "include_obfuscation"));
        return Shape.flag(options, "include_usage", "stream_options.include_usage");
    }

    private static @Nullable Integer maxTokens(ObjectNode root) throws ApiException {
        Integer older = Shape.positiveInteger(root, "max_tokens");
        Integer newer = Shape.positiveInteger(root, "max_completion_tokens");
        return newer == null ? older : newer;
    }

    private static List<String> stops(ObjectNode root) throws ApiException {
        JsonNode stop = Shape.field(root, "stop");
        if (stop == null) {
            return List.of();
        }
        if (stop.isString()) {
            return List.of(stopText(stop, "stop"));
        }
        if (!(stop instanceof ArrayNode array) || array.size() > MAX_STOPS) {
            throw Shape.bad("stop", "must be a string or an array of up to " + MAX_STOPS + " strings.");
        }
        List<String> stops = new ArrayList<>();
        for (int i = 0; i < array.size(); i++) {
            stops.add(stopText(array.get(i), "stop[" + i + "]"));
        }
        return stops;
    }

    /** One stop string. */
    public static String stopText(JsonNode stop, String path) throws ApiException {
        if (!stop.isString() || stop.stringValue().isEmpty()) {
            throw Shape.bad(path, "must be a non-empty string.");
        }
        if (stop.stringValue().length() > MAX_STOP_LENGTH) {
            throw Shape.bad(path, "is longer than " + MAX_STOP_LENGTH + " characters.");
        }
        return stop.stringValue();
    }

    /** A field that names how hard to think; null for none. */
    public static @Nullable ReasoningEffort effort(ObjectNode object, String name, String path) throws ApiException {
        String asked = Shape.string(object, name, path);
        if (asked == null) {
            return null;
        }
        List<String> known = new ArrayList<>();
        for (ReasoningEffort effort : ReasoningEffort.values()) {
            String word = effort.name().toLowerCase(Locale.ROOT);
            if (word.equals(asked)) {
                return effort;
            }
            known.add(word);
        }
        throw Shape.bad(path, "must be one of " + String.join(", ", known) + ".");
    }
}
