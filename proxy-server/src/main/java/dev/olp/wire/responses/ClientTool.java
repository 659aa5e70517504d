package dev.olp.wire.responses;

import org.jspecify.annotations.Nullable;

/**
 * A tool as the client knows it.
 *
 * @param namespace null for none
 * @param custom whether it takes free text, and not a JSON object
 */
record ClientTool(@Nullable String namespace, String name, boolean custom) {
    /** What the model's calls of it are. */
    String itemType() {
        return custom ? "custom_tool_call" : "function_call";
    }
}
