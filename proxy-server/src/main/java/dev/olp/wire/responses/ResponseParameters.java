package dev.olp.wire.responses;

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

/** The fields that change nothing here: refused, accepted silently, or ignored and named. */
final class ResponseParameters {
    /** Read elsewhere, or below. */
    private static final Set<String> HANDLED = Set.of(
            "model",
            "input",
            "instructions",
            "stream",
            "stream_options",
            "max_output_tokens",
            "reasoning",
            "tools",
            "tool_choice",
            "parallel_tool_calls",
            "previous_response_id",
            "text",
            "include",
            "top_logprobs",
            "truncation");

    /** Bookkeeping between a client and its vendor; without effect on the answer. */
    private static final Set<String> STRINGS =
            Set.of("user", "service_tier", "safety_identifier", "prompt_cache_key", "prompt_cache_retention");

    private static final Set<String> OBJECTS = Set.of("metadata", "client_metadata");

    /** What would have to happen at the vendor, and does not through a CLI. */
    private static final List<String> ELSEWHERE = List.of("conversation", "prompt");

    private final UnsupportedParameters policy;
    private final IgnoredNames ignored;

    ResponseParameters(UnsupportedParameters policy, IgnoredNames ignored) {
        this.policy = policy;
        this.ignored = ignored;
    }

    void check(ObjectNode root) throws ApiException {
        refuse(root);
        included(Shape.array(root, "include", "include"));
        text(Shape.object(root, "text", "text"));
        ObjectNode options = Shape.object(root, "stream_options", "stream_options");
        if (options != null) {
            // our frames are not padded, so obfuscation may be asked for or not
            Shape.flag(options, "include_obfuscation", "stream_options.include_obfuscation");
            ignored.unknown(options, "stream_options.", Set.of("include_obfuscation"));
        }
        String truncation = Shape.string(root, "truncation", "truncation");
        if (truncation != null && !truncation.equals("disabled")) {
            ignore("truncation");
        }
        for (Map.Entry<String, JsonNode> field : root.properties()) {
            JsonNode value = field.getValue();
            boolean empty = value.isNull() || (value.isContainer() && value.isEmpty());
            if (!empty && !HANDLED.contains(field.getKey()) && !isSilent(root, field.getKey())) {
                ignore(field.getKey());
            }
        }
    }

    private static boolean isSilent(ObjectNode root, String name) throws ApiException {
        if (STRINGS.contains(name)) {
            Shape.string(root, name, name);
            return true;
        }
        if (OBJECTS.contains(name)) {
            Shape.object(root, name, name);
            return true;
        }
        if (name.equals("store") || name.equals("background")) {
            Shape.flag(root, name, name);
            return true;
        }
        return false;
    }

    private static void refuse(ObjectNode root) throws ApiException {
        for (String name : ELSEWHERE) {
            if (Shape.field(root, name) != null) {
                throw Shape.unsupported(name, "'" + name + "' is not supported by this server; leave it out.");
            }
        }
        if (Shape.flag(root, "background", "background")) {
            throw Shape.unsupported("background", "Answers are not made in the background; leave 'background' out.");
        }
        JsonNode top = Shape.field(root, "top_logprobs");
        if (top != null && !(top.isIntegralNumber() && top.longValue() == 0)) {
            throw Shape.unsupported("top_logprobs", "Log probabilities are not available; leave 'top_logprobs' out.");
        }
    }

    private void included(@Nullable ArrayNode include) throws ApiException {
        for (int i = 0; include != null && i < include.size(); i++) {
            JsonNode name = include.get(i);
            if (!name.isString()) {
                throw Shape.wrong("include[" + i + "]", "a string", name);
            }
            // told wherever there is one
            if (!name.stringValue().equals("reasoning.encrypted_content")) {
                ignore("include." + name.stringValue());
            }
        }
    }

    private void text(@Nullable ObjectNode text) throws ApiException {
        if (text == null) {
            return;
        }
        for (Map.Entry<String, JsonNode> field : text.properties()) {
            if (!field.getKey().equals("format") && !field.getValue().isNull()) {
                ignore("text." + field.getKey());
            }
        }
    }

    private void ignore(String name) throws ApiException {
        if (policy == UnsupportedParameters.REJECT) {
            String shown = IgnoredNames.encoded(name);
            throw Shape.unsupported(shown, "'" + shown + "' is not supported by this server; leave it out.");
        }
        ignored.add(name);
    }
}
