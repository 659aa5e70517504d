package dev.olp.wire.messages;

import dev.olp.provider.ChatRequest;
import dev.olp.provider.OutputFormat;
import dev.olp.provider.ReasoningEffort;
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
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads the body of {@code POST /v1/messages}. Every fault is an {@link ApiException} with the field's path. */
public final class MessagesRequestReader {
    /** Stop sequences; the scanner's work per delta grows with them. */
    static final int MAX_STOPS = 16;

    private static final Set<String> HANDLED = Set.of(
            "model",
            "messages",
            "system",
            "max_tokens",
            "stream",
            "stop_sequences",
            "tools",
            "tool_choice",
            "thinking",
            "output_config",
            "output_format",
            "metadata",
            "service_tier");

    /** What would have to happen at the vendor, and does not through a CLI. */
    private static final List<String> ELSEWHERE = List.of("mcp_servers", "container", "fallbacks");

    private MessagesRequestReader() {}

    /**
     * Reads a request.
     *
     * @param body the decoded bytes; not changed, not kept
     * @param betas that the client asked for, none of which is known here
     * @throws ApiException 400 {@code invalid_json}, {@code invalid_value} or {@code unsupported_parameter}
     */
    public static ParsedChat read(byte[] body, UnsupportedParameters policy, List<String> betas) throws ApiException {
        ObjectNode root = JsonBody.parse(body);
        Integer maxTokens = Shape.positiveInteger(root, "max_tokens");
        if (maxTokens == null) {
            throw Shape.bad("max_tokens", "is required and must be an integer of 1 to 2147483647.");
        }
        return read(root, maxTokens, policy, betas);
    }

    /** The same for {@code POST /v1/messages/count_tokens}, which has no {@code max_tokens}. */
    public static ParsedChat readToCount(byte[] body, UnsupportedParameters policy, List<String> betas)
            throws ApiException {
        ObjectNode root = JsonBody.parse(body);
        return read(root, Shape.positiveInteger(root, "max_tokens"), policy, betas);
    }

    private static ParsedChat read(
            ObjectNode root, @Nullable Integer maxTokens, UnsupportedParameters policy, List<String> betas)
            throws ApiException {
        String model = Shape.requiredString(root, "model", "model");
        if (model.length() > ChatRequestReader.MAX_MODEL) {
            throw Shape.bad("model", "is longer than " + ChatRequestReader.MAX_MODEL + " characters.");
        }
        IgnoredNames ignored = new IgnoredNames();
        betas.forEach(beta -> ignored.add("anthropic-beta." + beta));
        refuseElsewhere(root);
        ignoreRest(root, policy, ignored);
        List<String> system = new ArrayList<>(BlocksReader.system(Shape.field(root, "system"), "system", ignored));
        TurnsReader turns = new TurnsReader(ignored);
        turns.read(root.get("messages"));
        system.addAll(turns.system());
        OutputFormat format = format(root, ignored);
        ChatRequest request = new ChatRequest(
                system,
                turns.turns(),
                maxTokens,
                OutputFormats.stops(format, stops(root), "stop_sequences", policy, ignored),
                effort(root, ignored),
                MessageTools.read(root, turns.loaded(), policy, ignored),
                format);
        return new ParsedChat(
                model,
                request,
                Shape.flag(root, "stream", "stream"),
                false,
                ignored.sorted(),
                user(root),
                CacheFields.isCold(root),
                CacheFields.isMarked(root));
    }

    private static void refuseElsewhere(ObjectNode root) throws ApiException {
        for (String name : ELSEWHERE) {
            JsonNode value = Shape.field(root, name);
            if (value != null && !(value.isContainer() && value.isEmpty())) {
                throw Shape.unsupported(name, "'" + name + "' is not supported by this server; leave it out.");
            }
        }
    }

    private static void ignoreRest(ObjectNode root, UnsupportedParameters policy, IgnoredNames ignored)
            throws ApiException {
        for (Map.Entry<String, JsonNode> field : root.properties()) {
            JsonNode value = field.getValue();
            boolean empty = value.isNull() || (value.isContainer() && value.isEmpty());
            if (empty || HANDLED.contains(field.getKey())) {
                continue;
            }
            if (policy == UnsupportedParameters.REJECT) {
                String shown = IgnoredNames.encoded(field.getKey());
                throw Shape.unsupported(shown, "'" + shown + "' is not supported by this server; leave it out.");
            }
            ignored.add(field.getKey());
        }
    }

    private static List<String> stops(ObjectNode root) throws ApiException {
        ArrayNode array = Shape.array(root, "stop_sequences", "stop_sequences");
        if (array == null) {
            return List.of();
        }
        if (array.size() > MAX_STOPS) {
            throw Shape.bad("stop_sequences", "holds more than " + MAX_STOPS + " strings.");
        }
        List<String> stops = new ArrayList<>();
        for (int i = 0; i < array.size(); i++) {
            stops.add(ChatRequestReader.stopText(array.get(i), "stop_sequences[" + i + "]"));
        }
        return stops;
    }

    /** {@code output_config.format}, or {@code output_format} as it was called in its beta. */
    private static OutputFormat format(ObjectNode root, IgnoredNames ignored) throws ApiException {
        ObjectNode config = Shape.object(root, "output_config", "output_config");
        ObjectNode format = config == null ? null : Shape.object(config, "format", "output_config.format");
        return format == null
                ? OutputFormats.flat(Shape.object(root, "output_format", "output_format"), "output_format", ignored)
                : OutputFormats.flat(format, "output_config.format", ignored);
    }

    /** {@code output_config.effort}; else none where thinking is switched off. */
    private static @Nullable ReasoningEffort effort(ObjectNode root, IgnoredNames ignored) throws ApiException {
        ObjectNode config = Shape.object(root, "output_config", "output_config");
        boolean off = isThinkingOff(root, ignored);
        String asked = config == null ? null : Shape.string(config, "effort", "output_config.effort");
        if (config != null) {
            ignored.unknown(config, "output_config.", Set.of("effort", "format"));
        }
        if (off) {
            return ReasoningEffort.NONE;
        }
        return switch (asked) {
            case null -> null;
            case "low" -> ReasoningEffort.LOW;
            case "medium" -> ReasoningEffort.MEDIUM;
            case "high" -> ReasoningEffort.HIGH;
            case "xhigh", "max" -> ReasoningEffort.XHIGH;
            default -> throw Shape.bad("output_config.effort", "must be low, medium, high, xhigh or max.");
        };
    }

    private static boolean isThinkingOff(ObjectNode root, IgnoredNames ignored) throws ApiException {
        ObjectNode thinking = Shape.object(root, "thinking", "thinking");
        if (thinking == null) {
            return false;
        }
        String type = Shape.requiredString(thinking, "type", "thinking.type");
        if (!Set.of("enabled", "adaptive", "disabled").contains(type)) {
            throw Shape.bad("thinking.type", "must be enabled, adaptive or disabled.");
        }
        // how much it thinks is the CLI's own choice
        ignored.unknown(thinking, "thinking.", Set.of("type"));
        return type.equals("disabled");
    }

    private static @Nullable String user(ObjectNode root) throws ApiException {
        ObjectNode metadata = Shape.object(root, "metadata", "metadata");
        return metadata == null ? null : Shape.string(metadata, "user_id", "metadata.user_id");
    }
}
