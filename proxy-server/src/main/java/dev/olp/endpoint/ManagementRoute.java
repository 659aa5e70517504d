package dev.olp.endpoint;

import dev.olp.endpoint.Router.Route;
import dev.olp.http.RequestHandler;

/** What the management API has beside the keys, right below {@value #PREFIX}. */
enum ManagementRoute {
    AUDIT("GET", "audit"),
    CHAINS("GET", "chains"),
    CONFIG("GET", "config"),
    DASHBOARD("GET", "dashboard-data"),
    DRAIN("POST", "drain"),
    HEALTH("GET", "health"),
    OPENAPI("GET", "openapi.json"),
    PROVIDERS("GET", "providers"),
    QUOTA("GET", "quota"),
    RELOAD("POST", "reload"),
    STATUS("GET", "status"),
    USAGE("GET", "usage");

    static final String PREFIX = "/v0/management/";

    private final String method;
    private final String path;

    ManagementRoute(String method, String path) {
        this.method = method;
        this.path = path;
    }

    Route to(RequestHandler handler) {
        return new Route(method, PREFIX + path, handler);
    }
}
