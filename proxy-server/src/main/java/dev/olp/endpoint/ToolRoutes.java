package dev.olp.endpoint;

import dev.olp.provider.ChatRequest;
import dev.olp.provider.Unhonoured;
import dev.olp.routing.Hop;
import dev.olp.routing.RoutePlan;
import dev.olp.run.ProviderRuntime;
import dev.olp.run.ToolService;
import dev.olp.wire.ApiException;
import dev.olp.wire.Shape;
import dev.olp.wire.UnsupportedParameters;
import dev.olp.wire.chat.ParsedChat;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps of a chain the hops that serve a request's tools. Where no adapter of the chain can offer any, tools that need not
 * be called are left out and named; in all other cases the request is refused, since prose would stand in for a call.
 */
final class ToolRoutes {
    private final Map<String, ProviderRuntime> providers;
    private final ToolService service;
    private final UnsupportedParameters policy;

    ToolRoutes(Map<String, ProviderRuntime> providers, ToolService service, UnsupportedParameters policy) {
        this.providers = Map.copyOf(providers);
        this.service = service;
        this.policy = policy;
    }

    /** A request and where it goes. */
    record Routed(RoutePlan plan, ParsedChat chat) {}

    /** @throws ApiException 400 {@code unsupported_parameter} */
    Routed of(RoutePlan plan, ParsedChat chat) throws ApiException {
        ChatRequest request = chat.request();
        if (request.tools().isEmpty()) {
            return new Routed(plan, chat);
        }
        List<Hop> serving = new ArrayList<>();
        List<Unhonoured> reasons = new ArrayList<>();
        boolean offering = false;
        for (Hop hop : plan.hops()) {
            ProviderRuntime runtime = providers.get(hop.provider());
            if (runtime == null) {
                continue;
            }
            Optional<Unhonoured> against = service.against(runtime, request);
            boolean takes = runtime.provider().hints().takesTools();
            offering |= takes;
            against.ifPresentOrElse(reason -> reasons.add(takes ? 0 : reasons.size(), reason), () -> serving.add(hop));
        }
        if (reasons.isEmpty()) {
            return new Routed(plan, chat);
        }
        if (!serving.isEmpty()) {
            return new Routed(new RoutePlan(plan.canonicalModel(), serving), chat);
        }
        if (!offering && !request.tools().isForced() && policy == UnsupportedParameters.WARN) {
            return new Routed(plan, chat.ignoringTools());
        }
        boolean choice = !offering && request.tools().isForced();
        Unhonoured reason = reasons.getFirst();
        throw Shape.unsupported(choice ? "tool_choice" : reason.parameter(), reason.sentence());
    }
}
