package dev.olp.provider.openai;

import dev.olp.provider.Tool;
import dev.olp.provider.Tools;
import dev.olp.provider.common.CliLines;
import java.io.StringWriter;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A request's tools as {@code dynamicTools} of {@code thread/start}. codex offers them to the model and asks us to run
 * them. It cannot force a call: where one is asked for the model is told so, and of a named tool's others nothing.
 * Whether it heeds that is the server's to see.
 */
record DynamicTools(Tools tools, CodexVersion version, LastTools last) {
    /** Between a tool's description and its schema, where codex would lose a part of that. */
    static final String IN_FULL = "The arguments must match this JSON Schema, which is the one of this tool in full:\n";

    boolean isEmpty() {
        return tools.isEmpty();
    }

    /** The names that the model is told. */
    Set<String> names() {
        return tools.callable().stream()
                .map(tool -> ToolNames.upstream(tool.name()))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** What the model is told of the choice; empty when it has one. */
    String instruction() {
        return tools.instruction(ToolNames::upstream);
    }

    /** Writes the array. */
    void write(JsonGenerator json) {
        json.writeRawValue(last.of(tools, version, this::array));
    }

    private String array() {
        StringWriter array = new StringWriter();
        try (JsonGenerator json = JsonMapper.shared().createGenerator(array)) {
            json.writeStartArray();
            tools.callable().forEach(tool -> write(json, tool));
            json.writeEndArray();
        }
        return WellFormed.text(array.toString());
    }

    private void write(JsonGenerator json, Tool tool) {
        boolean newer = version.atLeast(CodexVersion.FIRST_WITH_DEVELOPER_MESSAGE);
        ObjectNode given = CliLines.object(tool.inputSchema());
        ToolSchema schema = new ToolSchema(given == null ? JsonMapper.shared().createObjectNode() : given, newer);
        boolean whole = given != null && schema.isWhole();
        json.writeStartObject();
        if (newer) {
            json.writeStringProperty("type", "function");
        }
        json.writeStringProperty("name", ToolNames.upstream(tool.name()));
        json.writeStringProperty("description", whole ? tool.description() : withSchema(tool));
        json.writePOJOProperty("inputSchema", schema.reduced());
        json.writeEndObject();
    }

    private static String withSchema(Tool tool) {
        String before = tool.description().isEmpty() ? "" : tool.description() + "\n\n";
        return before + IN_FULL + tool.inputSchema();
    }
}
