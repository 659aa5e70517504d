package dev.olp.provider.anthropic;

import dev.olp.provider.Tool;
import tools.jackson.core.JsonGenerator;

/**
 * A client's tool as it is described to claude.
 *
 * @param name without the prefix
 * @param schema JSON on one line
 */
record ClaudeTool(String name, String description, String schema) {
    private static final String CONTINUED = "\n[continued in the description of the input schema]";

    /** @param longest characters of a description that claude passes on */
    static ClaudeTool of(Tool tool, int longest) {
        String description = tool.description();
        String more = "";
        if (description.length() > longest) {
            int cut = longest - CONTINUED.length();
            cut -= Character.isHighSurrogate(description.charAt(cut - 1)) ? 1 : 0;
            more = description.substring(cut);
            description = description.substring(0, cut) + CONTINUED;
        }
        return new ClaudeTool(
                ClaudeToolNames.offered(tool.name()), description, ClaudeSchema.of(tool.inputSchema(), more));
    }

    void writeTo(JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("name", name);
        json.writeStringProperty("description", description);
        json.writeName("inputSchema");
        json.writeRawValue(schema);
        json.writeEndObject();
    }
}
