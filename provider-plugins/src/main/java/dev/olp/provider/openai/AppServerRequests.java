package dev.olp.provider.openai;

import dev.olp.isolation.contract.StdinLine;
import dev.olp.provider.ChatRequest;
import dev.olp.provider.OutputFormat;
import dev.olp.provider.ReasoningEffort;
import dev.olp.provider.common.JsonLine;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/** The lines that go to {@code codex app-server}, in the order of one chat. */
final class AppServerRequests {
    static final int INITIALIZE = 1;
    static final int START_THREAD = 2;
    static final int INJECT_ITEMS = 3;
    static final int START_TURN = 4;

    /** JSON-RPC's "method not found". */
    private static final int METHOD_NOT_FOUND = -32601;
    /** Sent where instructions are a field that must not be missing and the client gave no system text. */
    static final String NEUTRAL_INSTRUCTIONS = "You are a helpful assistant.";

    private final ChatRequest request;
    private final String model;
    private final String workingDirectory;
    private final boolean systemAsItem;
    private final boolean rawEvents;
    private final DynamicTools tools;
    private String threadId = "";

    /**
     * @param workingDirectory as the child sees it
     * @param systemAsItem whether this version sends instructions as a developer message (with a random id), so that
     *     they are better sent as an item of ours
     * @param rawEvents whether codex tells of each item as the provider gave it; it echoes our items as well
     */
    AppServerRequests(
            ChatRequest request,
            String model,
            String workingDirectory,
            boolean systemAsItem,
            boolean rawEvents,
            DynamicTools tools) {
        this.request = request;
        this.model = model;
        this.workingDirectory = workingDirectory;
        this.systemAsItem = systemAsItem;
        this.rawEvents = rawEvents;
        this.tools = tools;
    }

    static StdinLine initialize() {
        return call(INITIALIZE, "initialize", json -> {
            json.writeObjectPropertyStart("clientInfo");
            json.writeStringProperty("name", "olp");
            json.writeStringProperty("title", "olp");
            json.writeStringProperty("version", "1");
            json.writeEndObject();
            json.writeObjectPropertyStart("capabilities");
            json.writeBooleanProperty("experimentalApi", true);
            json.writeBooleanProperty("requestAttestation", false);
            json.writeEndObject();
        });
    }

    static StdinLine initialized() {
        return JsonLine.of(json -> {
            json.writeStartObject();
            json.writeStringProperty("method", "initialized");
            json.writeEndObject();
        });
    }

    StdinLine startThread() {
        return call(START_THREAD, "thread/start", json -> {
            json.writeStringProperty("model", model);
            json.writeStringProperty("cwd", workingDirectory);
            json.writeStringProperty("approvalPolicy", "never");
            json.writeStringProperty("sandbox", "read-only");
            json.writeBooleanProperty("ephemeral", true);
            json.writeArrayPropertyStart("environments");
            json.writeEndArray();
            json.writeStringProperty("baseInstructions", WellFormed.text(baseInstructions()));
            json.writeBooleanProperty("experimentalRawEvents", rawEvents);
            if (!tools.isEmpty()) {
                json.writeName("dynamicTools");
                tools.write(json);
            }
        });
    }

    /** The thread's id, before any line that names it. */
    void onThread(String id) {
        threadId = id;
    }

    StdinLine injectItems() {
        return call(INJECT_ITEMS, "thread/inject_items", json -> {
            json.writeStringProperty("threadId", threadId);
            json.writeName("items");
            HistoryItems.write(json, request, systemAsItem, tools.instruction());
        });
    }

    StdinLine startTurn() {
        return call(START_TURN, "turn/start", json -> {
            json.writeStringProperty("threadId", threadId);
            json.writeArrayPropertyStart("input");
            json.writeEndArray();
            ReasoningEffort effort = request.effort();
            if (effort != null) {
                json.writeStringProperty("effort", effort.name().toLowerCase(Locale.ROOT));
            }
            if (request.format() instanceof OutputFormat.JsonSchema(String _, String _, String schema)) {
                json.writeName("outputSchema");
                json.writeRawValue(schema);
            }
        });
    }

    /** Says no to a request of codex's. */
    StdinLine refusal(JsonNode id) {
        return JsonLine.of(json -> {
            json.writeStartObject();
            json.writePOJOProperty("id", id);
            json.writeObjectPropertyStart("error");
            json.writeNumberProperty("code", METHOD_NOT_FOUND);
            json.writeStringProperty("message", "refused");
            json.writeEndObject();
            json.writeEndObject();
        });
    }

    private String baseInstructions() {
        if (systemAsItem) {
            return "";
        }
        return request.system().isEmpty() ? NEUTRAL_INSTRUCTIONS : String.join("\n\n", request.system());
    }

    private static StdinLine call(int id, String method, JsonLine.Content params) {
        return JsonLine.of(json -> {
            json.writeStartObject();
            json.writeNumberProperty("id", id);
            json.writeStringProperty("method", method);
            json.writeObjectPropertyStart("params");
            params.writeTo(json);
            json.writeEndObject();
            json.writeEndObject();
        });
    }
}
