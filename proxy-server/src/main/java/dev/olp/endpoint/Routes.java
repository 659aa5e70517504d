package dev.olp.endpoint;

import dev.olp.endpoint.Router.Route;
import dev.olp.http.RequestHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Which method and path leads to what. */
final class Routes {
    private Routes() {}

    /**
     * One handler for each kind of thing.
     *
     * @param management one for each
     */
    record Handlers(
            RequestHandler chat,
            RequestHandler messages,
            RequestHandler countTokens,
            RequestHandler responses,
            RequestHandler keptResponse,
            RequestHandler inputTokens,
            RequestHandler unserved,
            RequestHandler models,
            RequestHandler usage,
            RequestHandler health,
            RequestHandler cacheStats,
            RequestHandler cacheClearing,
            RequestHandler metrics,
            RequestHandler live,
            RequestHandler ready,
            RequestHandler hello,
            RequestHandler invite,
            RequestHandler keys,
            Map<ManagementRoute, RequestHandler> management) {}

    static List<Route> table(Handlers handlers) {
        List<Route> table = new ArrayList<>(List.of(
                new Route("POST", "/v1/chat/completions", handlers.chat()),
                new Route("POST", "/v1/messages", handlers.messages()),
                new Route("POST", "/v1/messages/count_tokens", handlers.countTokens()),
                new Route("POST", "/v1/responses", handlers.responses()),
                new Route("POST", "/v1/responses/input_tokens", handlers.inputTokens()),
                new Route("POST", "/v1/responses/compact", handlers.unserved()),
                new Route("GET", KeptResponseEndpoint.PREFIX + "*", handlers.keptResponse()),
                new Route("DELETE", KeptResponseEndpoint.PREFIX + "*", handlers.keptResponse()),
                new Route("GET", "/v1/models", handlers.models()),
                new Route("GET", "/v1/models/*", handlers.models()),
                new Route("GET", "/v1/usage", handlers.usage()),
                new Route("GET", "/health", handlers.health()),
                new Route("GET", "/cache/stats", handlers.cacheStats()),
                new Route("DELETE", "/cache", handlers.cacheClearing()),
                new Route("GET", "/metrics", handlers.metrics()),
                new Route("GET", "/livez", handlers.live()),
                new Route("GET", "/readyz", handlers.ready()),
                new Route("GET", "/api/hello", handlers.hello()),
                new Route("GET", "/", handlers.hello()),
                new Route("GET", InviteEndpoint.PREFIX + "*", handlers.invite()),
                new Route("POST", InviteEndpoint.PREFIX + "*", handlers.invite()),
                new Route("GET", ManagementEndpoint.KEYS, handlers.keys()),
                new Route("POST", ManagementEndpoint.KEYS, handlers.keys()),
                new Route("GET", ManagementEndpoint.KEYS + "/*", handlers.keys()),
                new Route("POST", ManagementEndpoint.KEYS + "/*", handlers.keys()),
                new Route("PATCH", ManagementEndpoint.KEYS + "/*", handlers.keys()),
                new Route("DELETE", ManagementEndpoint.KEYS + "/*", handlers.keys())));
        for (ManagementRoute route : ManagementRoute.values()) {
            table.add(route.to(
                    Objects.requireNonNull(handlers.management().get(route), () -> route + " has no handler")));
        }
        return table;
    }
}
