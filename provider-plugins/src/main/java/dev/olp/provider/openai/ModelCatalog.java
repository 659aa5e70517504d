package dev.olp.provider.openai;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The CLI's own list of models ({@code codex debug models --bundled}), from which a run gets one model without any of
 * its tools. Without it codex offers tools that no flag removes, and cuts tool results to 10,000 tokens.
 */
final class ModelCatalog {
    private static final JsonMapper MAPPER = JsonMapper.shared();
    /**
     * Tokens. From about nine tenths of the model's window on, codex 0.171.0 has the conversation shortened by a call of
     * its own and sends only the rest; too long a conversation is the provider's to refuse, not codex's to shorten.
     */
    private static final long CONTEXT_WINDOW = 1_000_000_000;
    /** Bytes of one tool result in the history that are sent on. */
    private static final long TOOL_RESULT_BYTES = 100_000_000;

    private final List<ObjectNode> models;

    private ModelCatalog(List<ObjectNode> models) {
        this.models = models;
    }

    /**
     * Reads what the probe printed; lines around the JSON object are skipped.
     *
     * @throws IllegalArgumentException when it holds no model
     */
    static ModelCatalog parse(String printed) {
        List<ObjectNode> models = new ArrayList<>();
        int start = Math.max(0, printed.indexOf('{'));
        try {
            for (JsonNode model : MAPPER.readTree(printed.substring(start)).path("models")) {
                if (model instanceof ObjectNode object && object.path("slug").isString()) {
                    models.add(object);
                }
            }
        } catch (JacksonException broken) {
            throw new IllegalArgumentException("codex debug models --bundled: not JSON", broken);
        }
        if (models.isEmpty()) {
            throw new IllegalArgumentException("codex debug models --bundled: no model (expected: at least one)");
        }
        return new ModelCatalog(models);
    }

    /**
     * A catalog file of just these models, without tools. A model that the CLI does not know takes the shape of the one
     * whose name is most like it: the provider decides whether the model exists, not the CLI's age.
     */
    byte[] only(List<String> wanted) {
        ObjectNode file = MAPPER.createObjectNode();
        ArrayNode entries = file.putArray("models");
        wanted.forEach(model -> entries.add(stripped(model)));
        return MAPPER.writeValueAsString(file).getBytes(StandardCharsets.UTF_8);
    }

    private ObjectNode stripped(String model) {
        ObjectNode entry = closest(model).deepCopy();
        entry.put("slug", model);
        entry.putNull("tool_mode");
        entry.putNull("apply_patch_tool_type");
        entry.put("shell_type", "disabled");
        entry.putNull("multi_agent_version");
        entry.putArray("experimental_supported_tools");
        entry.put("supports_search_tool", false);
        entry.putNull("model_messages");
        entry.put("base_instructions", "");
        entry.putNull("default_verbosity");
        // else codex adds a detail to each image that the client did not ask for
        entry.put("supports_image_detail_original", false);
        entry.putObject("truncation_policy").put("mode", "bytes").put("limit", TOOL_RESULT_BYTES);
        entry.put("context_window", CONTEXT_WINDOW);
        entry.put("max_context_window", CONTEXT_WINDOW);
        entry.putArray("input_modalities").add("text").add("image");
        return entry;
    }

    private ObjectNode closest(String model) {
        ObjectNode best = models.getFirst();
        int bestScore = -1;
        for (ObjectNode candidate : models) {
            int score = likeness(candidate, model);
            if (score > bestScore) {
                best = candidate;
                bestScore = score;
            }
        }
        return best;
    }

    /** Twice the length of the common prefix; one more for the plain request form; above all an equal name. */
    private static int likeness(ObjectNode candidate, String model) {
        String slug = candidate.path("slug").stringValue();
        if (slug.equals(model)) {
            return Integer.MAX_VALUE;
        }
        int common = 0;
        while (common < Math.min(slug.length(), model.length()) && slug.charAt(common) == model.charAt(common)) {
            common++;
        }
        return 2 * common + (candidate.path("use_responses_lite").asBoolean(false) ? 0 : 1);
    }
}
