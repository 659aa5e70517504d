package dev.olp.provider.anthropic;

import dev.olp.isolation.contract.StdinLine;
import dev.olp.provider.common.JsonLine;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The control lines of claude's stdin protocol, as the Agent SDK publishes them (sdk.d.ts of 0.3.332). */
final class ClaudeControl {
    static final String INITIALIZE_ID = "olp-initialize";

    static final String READY_ID = "olp-ready";
    static final String SETTINGS_ID = "olp-settings";
    static final String THINKING_ID = "olp-thinking";

    private ClaudeControl() {}

    /** Asks whether it reads; changes nothing. */
    static StdinLine areYouThere() {
        return settings(READY_ID, null, null);
    }

    /**
     * What argv says otherwise. Never by {@code set_model}, which spends a call upstream.
     *
     * @param effort null for the model's own
     */
    static StdinLine settings(String model, @Nullable String effort) {
        return settings(SETTINGS_ID, model, effort);
    }

    private static StdinLine settings(String id, @Nullable String model, @Nullable String effort) {
        return request(id, "apply_flag_settings", json -> {
            json.writeObjectPropertyStart("settings");
            if (model != null) {
                json.writeStringProperty("model", model);
            }
            if (effort != null) {
                json.writeStringProperty("effortLevel", effort);
            }
            json.writeEndObject();
        });
    }

    /** What {@code MAX_THINKING_TOKENS=0} does otherwise. */
    static StdinLine noThinking() {
        return request(
                THINKING_ID, "set_max_thinking_tokens", json -> json.writeNumberProperty("max_thinking_tokens", 0));
    }

    /**
     * Sets the system prompt, which so never stands in argv or in a file.
     *
     * @param system one block each; empty for none
     */
    static StdinLine initialize(List<String> system, ClaudeTools tools) {
        return request(INITIALIZE_ID, "initialize", json -> {
            json.writeArrayPropertyStart("systemPrompt");
            system.forEach(json::writeString);
            json.writeEndArray();
            tools.describe(json);
        });
    }

    private static StdinLine request(String id, String subtype, JsonLine.Content fields) {
        return JsonLine.of(json -> {
            json.writeStartObject();
            json.writeStringProperty("type", "control_request");
            json.writeStringProperty("request_id", id);
            json.writeObjectPropertyStart("request");
            json.writeStringProperty("subtype", subtype);
            fields.writeTo(json);
            json.writeEndObject();
            json.writeEndObject();
        });
    }

    /**
     * An MCP server's answer; notifications have one too.
     *
     * @param id of the MCP message; missing in a notification
     */
    static StdinLine mcpResult(String requestId, JsonNode id, JsonLine.Content result) {
        return mcpResponse(requestId, id, json -> {
            json.writeName("result");
            result.writeTo(json);
        });
    }

    /** An MCP server's word for what it does not know. */
    static StdinLine mcpError(String requestId, JsonNode id) {
        return mcpResponse(requestId, id, json -> {
            json.writeObjectPropertyStart("error");
            json.writeNumberProperty("code", -32601);
            json.writeStringProperty("message", "Method not found");
            json.writeEndObject();
        });
    }

    private static StdinLine mcpResponse(String requestId, JsonNode id, JsonLine.Content outcome) {
        return response(requestId, "success", json -> {
            json.writeObjectPropertyStart("response");
            json.writeObjectPropertyStart("mcp_response");
            json.writeStringProperty("jsonrpc", "2.0");
            json.writeName("id");
            json.writeRawValue(id.isMissingNode() ? "0" : id.toString());
            outcome.writeTo(json);
            json.writeEndObject();
            json.writeEndObject();
        });
    }

    /** Declines what the CLI asks of us, so that it never waits for an answer. */
    static StdinLine decline(String requestId) {
        return response(requestId, "error", json -> json.writeStringProperty("error", "not supported"));
    }

    private static StdinLine response(String requestId, String subtype, JsonLine.Content fields) {
        return JsonLine.of(json -> {
            json.writeStartObject();
            json.writeStringProperty("type", "control_response");
            json.writeObjectPropertyStart("response");
            json.writeStringProperty("subtype", subtype);
            json.writeStringProperty("request_id", requestId);
            fields.writeTo(json);
            json.writeEndObject();
            json.writeEndObject();
        });
    }
}
