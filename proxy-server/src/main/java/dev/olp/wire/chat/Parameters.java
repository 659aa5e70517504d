package dev.olp.wire.chat;

import dev.olp.wire.ApiException;
import dev.olp.wire.IgnoredNames;
import dev.olp.wire.Shape;
import dev.olp.wire.UnsupportedParameters;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The fields that change nothing here: those that are refused because the answer would not be what was asked for, those
 * that are accepted silently, and those that are ignored and named. Values that a user interface sends by default never
 * fail.
 */
final class Parameters {
    private enum Kind {
        NUMBER("a number"),
        STRING("a string"),
        FLAG("true or false"),
        OBJECT("an object"),
        ARRAY("an array"),
        ANY("anything");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        boolean fits(JsonNode value) {
            return switch (this) {
                case NUMBER -> value.isNumber();
                case STRING -> value.isString();
                case FLAG -> value.isBoolean();
                case OBJECT -> value.isObject();
                case ARRAY -> value.isArray();
                case ANY -> true;
            };
        }
    }

    /** Read elsewhere, or refused below. */
    private static final Set<String> HANDLED = Set.of(
            "model",
            "messages",
            "stream",
            "stream_options",
            "max_tokens",
            "max_completion_tokens",
            "stop",
            "reasoning_effort",
            "n",
            "logprobs",
            "top_logprobs",
            "modalities",
            "audio",
            "prediction",
            "response_format",
            "tools",
            "tool_choice",
            "parallel_tool_calls",
            "functions",
            "function_call");

    /** Bookkeeping between a client and its vendor; without effect on the answer. */
    private static final Map<String, Kind> SILENT = Map.of(
            "user", Kind.STRING,
            "metadata", Kind.OBJECT,
            "store", Kind.FLAG,
            "service_tier", Kind.STRING,
            "safety_identifier", Kind.STRING,
            "prompt_cache_key", Kind.STRING,
            "prompt_cache_retention", Kind.STRING);

    /** Known, but no CLI of ours takes them. */
    private static final Map<String, Kind> IGNORED = Map.of(
            "temperature", Kind.NUMBER,
            "top_p", Kind.NUMBER,
            "seed", Kind.NUMBER,
            "presence_penalty", Kind.NUMBER,
            "frequency_penalty", Kind.NUMBER,
            "logit_bias", Kind.OBJECT);

    private Parameters() {}

    static void check(ObjectNode root, UnsupportedParameters policy, IgnoredNames ignored) throws ApiException {
        refuseManyChoices(root);
        refuseLogprobs(root);
        refuseOtherOutputs(root);
        for (Map.Entry<String, JsonNode> field : root.properties()) {
            String name = field.getKey();
            JsonNode value = field.getValue();
            if (HANDLED.contains(name) || value.isNull()) {
                continue;
            }
            Kind silent = SILENT.get(name);
            checkKind(name, value, silent == null ? IGNORED.getOrDefault(name, Kind.ANY) : silent);
            if (silent != null || name.startsWith("prompt_cache_") || isEmptyArray(value)) {
                continue;
            }
            if (policy == UnsupportedParameters.REJECT) {
                String shown = IgnoredNames.encoded(name);
                throw Shape.unsupported(shown, "'" + shown + "' is not supported by this server; leave it out.");
            }
            ignored.add(name);
        }
    }

    private static void checkKind(String name, JsonNode value, Kind kind) throws ApiException {
        if (!kind.fits(value)) {
            throw Shape.wrong(name, kind.words, value);
        }
    }

    private static boolean isEmptyArray(JsonNode value) {
        return value instanceof ArrayNode array && array.isEmpty();
    }

    private static void refuseManyChoices(ObjectNode root) throws ApiException {
        JsonNode n = Shape.field(root, "n");
        if (n == null) {
            return;
        }
        if (!n.isIntegralNumber() || n.longValue() < 1) {
            throw Shape.bad("n", "must be the integer 1.");
        }
        if (n.longValue() > 1) {
            throw Shape.unsupported("n", "Only one choice per request is supported: leave 'n' out or send 1.");
        }
    }

    private static void refuseLogprobs(ObjectNode root) throws ApiException {
        JsonNode top = Shape.field(root, "top_logprobs");
        if (top != null && !top.isIntegralNumber()) {
            throw Shape.wrong("top_logprobs", "an integer", top);
        }
        if (Shape.flag(root, "logprobs", "logprobs")) {
            throw Shape.unsupported("logprobs", "Log probabilities are not available; leave 'logprobs' out.");
        }
        if (top != null && top.longValue() != 0) {
            throw Shape.unsupported("top_logprobs", "Log probabilities are not available; leave 'top_logprobs' out.");
        }
    }

    private static void refuseOtherOutputs(ObjectNode root) throws ApiException {
        ArrayNode modalities = Shape.array(root, "modalities", "modalities");
        for (int i = 0; modalities != null && i < modalities.size(); i++) {
            JsonNode modality = modalities.get(i);
            if (!modality.isString()) {
                throw Shape.wrong("modalities[" + i + "]", "a string", modality);
            }
            if (!modality.stringValue().equals("text")) {
                throw Shape.unsupported("modalities", "Only text output is available; leave 'modalities' out.");
            }
        }
        for (String name : List.of("audio", "prediction")) {
            @Nullable JsonNode value = Shape.field(root, name);
            if (value != null) {
                throw Shape.unsupported(name, "'" + name + "' is not supported; leave it out.");
            }
        }
    }
}
