package dev.olp.endpoint;

import dev.olp.provider.Provider;
import dev.olp.provider.Turn;
import dev.olp.wire.chat.ParsedChat;
import java.util.Map;
import java.util.Objects;

/** Earlier thoughts that no provider of a chain takes back: they are left out, and named. */
final class ForeignThoughts {
    private ForeignThoughts() {}

    /** @param name of such thoughts in the client's dialect */
    static ParsedChat named(ToolRoutes.Routed routed, Map<String, Provider> providers, String name) {
        ParsedChat chat = routed.chat();
        boolean taken = chat.request().turns().stream()
                .filter(Turn.Assistant.class::isInstance)
                .flatMap(turn -> ((Turn.Assistant) turn).thoughts().stream())
                .allMatch(thought -> routed.plan().hops().stream()
                        .map(hop -> providers.get(hop.provider()))
                        .filter(Objects::nonNull)
                        .anyMatch(provider -> provider.takesThoughts(thought.kind())));
        return taken ? chat : chat.ignoring(name);
    }
}
