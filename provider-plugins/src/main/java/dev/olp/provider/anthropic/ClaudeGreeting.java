package dev.olp.provider.anthropic;

import dev.olp.isolation.contract.StdinLine;
import dev.olp.provider.Greeting;
import dev.olp.provider.common.CliLines;
import dev.olp.provider.common.JsonFields;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Asks a waiting {@code claude} for nothing, and takes its answer for a sign that it reads. */
final class ClaudeGreeting implements Greeting {
    @Override
    public List<StdinLine> opening() {
        return List.of(ClaudeControl.areYouThere());
    }

    @Override
    public Heard hear(byte[] line) {
        ObjectNode event = CliLines.object(line);
        if (event == null) {
            return Heard.DOUBT;
        }
        return switch (JsonFields.textOrEmpty(event, "type")) {
            case "control_response" -> answered(event.path("response"));
            case "system", "keep_alive" -> Heard.NOTHING;
            default -> Heard.DOUBT;
        };
    }

    private static Heard answered(JsonNode response) {
        return ClaudeControl.READY_ID.equals(JsonFields.text(response, "request_id"))
                        && "success".equals(JsonFields.text(response, "subtype"))
                ? Heard.READY
                : Heard.DOUBT;
    }
}
