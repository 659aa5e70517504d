package dev.olp.provider.anthropic;

import dev.olp.isolation.contract.StdinLine;
import dev.olp.provider.common.JsonLine;
import java.util.List;

/** The control lines of claude's stdin protocol, as the Agent SDK publishes them (sdk.d.ts of 0.3.332). */
final class ClaudeControl {
    static final String INITIALIZE_ID = "olp-initialize";

    private ClaudeControl() {}

    /**
     * Sets the system prompt, which so never stands in argv or in a file.
     *
     * @param system one block each; empty for none
     */
    static StdinLine initialize(List<String> system) {
        return JsonLine.of(json -> {
            json.writeStartObject();
            json.writeStringProperty("type", "control_request");
            json.writeStringProperty("request_id", INITIALIZE_ID);
            json.writeObjectPropertyStart("request");
            json.writeStringProperty("subtype", "initialize");
            json.writeArrayPropertyStart("systemPrompt");
            system.forEach(json::writeString);
            json.writeEndArray();
            json.writeEndObject();
            json.writeEndObject();
        });
    }

    /** Declines what the CLI asks of us, so that it never waits for an answer. */
    static StdinLine decline(String requestId) {
        return JsonLine.of(json -> {
            json.writeStartObject();
            json.writeStringProperty("type", "control_response");
            json.writeObjectPropertyStart("response");
            json.writeStringProperty("subtype", "error");
            json.writeStringProperty("request_id", requestId);
            json.writeStringProperty("error", "not supported");
            json.writeEndObject();
            json.writeEndObject();
        });
    }
}
