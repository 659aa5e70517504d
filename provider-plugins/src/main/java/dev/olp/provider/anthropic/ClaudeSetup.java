package dev.olp.provider.anthropic;

import dev.olp.isolation.contract.StdinLine;
import dev.olp.provider.Login;
import dev.olp.provider.common.JsonFields;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a run is told before its first turn, and must say of itself before it asks the model.
 *
 * @param login which it was given, and must be spent
 * @param late what its argv does not say
 * @param system one block each
 */
record ClaudeSetup(Login.Kind login, LateSettings late, List<String> system, ClaudeTools tools) {
    ClaudeSetup {
        system = List.copyOf(system);
    }

    List<StdinLine> lines() {
        return late.before(ClaudeControl.initialize(system, tools));
    }

    /** What its {@code init} line says otherwise; null when all fits. */
    @Nullable
    String contradiction(ObjectNode init) {
        String model = JsonFields.text(init, "model");
        if (late.contradicts(model)) {
            return "claude would ask the model " + model;
        }
        // a CLI that took another login than the one it was given would spend somebody else's money
        String source = JsonFields.text(init, "apiKeySource");
        String expected = switch (login) {
            case OAUTH_TOKEN -> "none";
            case API_KEY -> "ANTHROPIC_API_KEY";
        };
        if (source != null && !source.equals(expected)) {
            return "claude takes its login from " + source + " (expected: " + expected + ")";
        }
        return tools.differFrom(init.path("tools"))
                ? "claude would offer the tools " + init.path("tools") + ", MCP: " + init.path("mcp_servers")
                : null;
    }
}
