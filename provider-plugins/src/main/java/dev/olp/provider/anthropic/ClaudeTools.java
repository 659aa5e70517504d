package dev.olp.provider.anthropic;

import dev.olp.isolation.contract.StdinLine;
import dev.olp.provider.Tool;
import dev.olp.provider.Tools;
import dev.olp.provider.Unhonoured;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;

/**
 * A client's tools, offered by an MCP server that lives on claude's stdin and stdout, as the Agent SDK has it. It never runs
 * one: the run ends with the message that calls it.
 */
final class ClaudeTools {
    /** Versions that heed {@link ClaudeLaunch}'s word on how long a description may be. */
    private static final Set<String> HEEDING = Set.of("2.1.332");

    /** In characters, for the others; the rest stands in the schema's description, which no version cuts. */
    private static final int SHORT = 2_048;

    private static final String PROTOCOL = "2025-11-25";

    private final List<ClaudeTool> offered;
    private final Map<String, String> clientNames = new HashMap<>();

    private ClaudeTools(List<Tool> tools, int longest) {
        List<ClaudeTool> all = new ArrayList<>();
        for (Tool tool : tools) {
            all.add(ClaudeTool.of(tool, longest));
            clientNames.put(ClaudeToolNames.upstream(tool.name()), tool.name());
        }
        offered = List.copyOf(all);
    }

    static ClaudeTools of(Tools tools, String cliVersion) {
        return new ClaudeTools(
                tools.callable(), HEEDING.contains(cliVersion) ? ClaudeLaunch.LONGEST_DESCRIPTION : SHORT);
    }

    /** What of them no repair makes whole. */
    static Optional<Unhonoured> unhonoured(Tools tools) {
        Set<String> names = new HashSet<>();
        for (Tool tool : tools.callable()) {
            if (!names.add(ClaudeToolNames.offered(tool.name()))) {
                return Optional.of(new Unhonoured(
                        "tools", "The name of the tool " + tool.name() + " is too much like another; change one."));
            }
            if (!ClaudeSchema.isOfAnObject(tool.inputSchema())) {
                return Optional.of(new Unhonoured(
                        "tools",
                        "The parameters of the tool " + tool.name() + " must be a JSON Schema of type object."));
            }
        }
        return Optional.empty();
    }

    boolean isEmpty() {
        return offered.isEmpty();
    }

    /**
     * The client's name for a tool that the model calls, with or without the prefix.
     *
     * @return null when nobody offered it
     */
    @Nullable
    String clientName(String called) {
        String upstream = called.startsWith(ClaudeToolNames.PREFIX) ? called : ClaudeToolNames.upstream(called);
        return clientNames.get(upstream);
    }

    /** The members of an initialize request; newer versions take all from the manifest, older ones ask for it. */
    void describe(JsonGenerator json) {
        if (isEmpty()) {
            return;
        }
        json.writeArrayPropertyStart("sdkMcpServers");
        json.writeString(ClaudeToolNames.SERVER);
        json.writeEndArray();
        json.writeObjectPropertyStart("sdkMcpServerManifests");
        json.writeObjectPropertyStart(ClaudeToolNames.SERVER);
        json.writeName("initializeResult");
        greeting(json, PROTOCOL);
        json.writeName("toolsListResult");
        list(json);
        json.writeEndObject();
        json.writeEndObject();
    }

    /**
     * The answer to an MCP message.
     *
     * @return null for one that would have a tool run
     */
    @Nullable
    StdinLine answer(String requestId, JsonNode message) {
        String method = message.path("method").asString("");
        JsonNode id = message.path("id");
        return switch (method) {
            case "tools/call" -> null;
            case "initialize" ->
                ClaudeControl.mcpResult(
                        requestId,
                        id,
                        json -> greeting(
                                json, message.at("/params/protocolVersion").asString(PROTOCOL)));
            case "tools/list" -> ClaudeControl.mcpResult(requestId, id, this::list);
            case String notification
            when notification.startsWith("notifications/") ->
                ClaudeControl.mcpResult(requestId, id, ClaudeTools::nothing);
            default -> ClaudeControl.mcpError(requestId, id);
        };
    }

    /** Whether claude would offer the model anything but them. */
    boolean differFrom(JsonNode told) {
        Set<String> names = new HashSet<>();
        told.forEach(name -> names.add(name.asString("")));
        return !isEmpty() && !names.equals(clientNames.keySet());
    }

    private static void greeting(JsonGenerator json, String protocol) {
        json.writeStartObject();
        json.writeStringProperty("protocolVersion", protocol);
        json.writeObjectPropertyStart("capabilities");
        json.writeName("tools");
        nothing(json);
        json.writeEndObject();
        json.writeObjectPropertyStart("serverInfo");
        json.writeStringProperty("name", ClaudeToolNames.SERVER);
        json.writeStringProperty("version", "1");
        json.writeEndObject();
        json.writeEndObject();
    }

    private void list(JsonGenerator json) {
        json.writeStartObject();
        json.writeArrayPropertyStart("tools");
        offered.forEach(tool -> tool.writeTo(json));
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void nothing(JsonGenerator json) {
        json.writeStartObject();
        json.writeEndObject();
    }
}
