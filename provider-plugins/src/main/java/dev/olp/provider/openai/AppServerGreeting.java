package dev.olp.provider.openai;

import dev.olp.isolation.contract.StdinLine;
import dev.olp.provider.Greeting;
import dev.olp.provider.common.CliLines;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Initializes a waiting {@code codex app-server}; the thread comes with the request. */
final class AppServerGreeting implements Greeting {
    @Override
    public List<StdinLine> opening() {
        return List.of(AppServerRequests.initialize(), AppServerRequests.initialized());
    }

    @Override
    public Heard hear(byte[] line) {
        ObjectNode message = CliLines.object(line);
        if (message == null) {
            return Heard.DOUBT;
        }
        if (message.has("method")) {
            return message.has("id") ? Heard.DOUBT : Heard.NOTHING;
        }
        boolean initialized = message.path("id").asInt(0) == AppServerRequests.INITIALIZE && message.has("result");
        return initialized ? Heard.READY : Heard.DOUBT;
    }
}
