package dev.olp.endpoint;

import dev.olp.endpoint.Router.Route;
import dev.olp.http.RequestHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Which method and path leads to what. */
final class Routes {
    /** Of the management API; documents lie right below it. */
    static final String MANAGEMENT = "/v0/management/";

    private Routes() {}

    /**
     * One handler for each kind of thing.
     *
     * @param management by method and name below {@link #MANAGEMENT}, such as {@code GET status}
     */
    record Handlers(
            RequestHandler chat,
            RequestHandler models,
            RequestHandler usage,
            RequestHandler health,
            RequestHandler metrics,
            RequestHandler live,
            RequestHandler ready,
            RequestHandler hello,
            RequestHandler invite,
            RequestHandler keys,
            Map<String, RequestHandler> management) {}

    static List<Route> table(Handlers handlers) {
        List<Route> table = new ArrayList<>(List.of(
                new Route("POST", "/v1/chat/completions", handlers.chat()),
                new Route("GET", "/v1/models", handlers.models()),
                new Route("GET", "/v1/models/*", handlers.models()),
                new Route("GET", "/v1/usage", handlers.usage()),
                new Route("GET", "/health", handlers.health()),
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
        handlers.management().forEach((name, handler) -> {
            String[] words = name.split(" ", 2);
            table.add(new Route(words[0], MANAGEMENT + words[1], handler));
        });
        return table;
    }
}
