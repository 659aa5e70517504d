package dev.olp.endpoint;

import dev.olp.routing.pauses.Standing;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Which accounts of a provider are left alone, and its breaker: the worst of its accounts'. */
final class PauseHealth {
    private PauseHealth() {}

    static void describe(ObjectNode node, List<Standing> standings) {
        node.put("breaker", Standing.breaker(standings));
        ArrayNode pauses = node.putArray("pauses");
        standings.forEach(standing -> pauses.addObject()
                .put("account", standing.pause().account().name())
                .put("reason", standing.pause().code())
                .put("since", standing.pause().since().toString())
                .put("until", standing.pause().until().toString())
                .put("reset_at", Json.text(standing.pause().reset()))
                .put("probing", standing.probing()));
    }
}
