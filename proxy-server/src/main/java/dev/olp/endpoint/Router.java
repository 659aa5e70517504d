package dev.olp.endpoint;

import dev.olp.http.InboundRequest;
import dev.olp.http.RequestHandler;
import dev.olp.http.ResponseSink;
import dev.olp.wire.ApiError;
import dev.olp.wire.ApiException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Path and method to endpoint. The first check of all; knows no key. */
public final class Router implements RequestHandler {
    /** What clients know of OpenAI and no provider here can do. */
    private static final Map<String, String> REFUSED = Map.of(
            "/v1/completions",
            "OLP does not serve the older completions: its models answer a chat and do not go on with a text. Send the prompt as a message to /v1/chat/completions.",
            "/v1/embeddings",
            "OLP does not serve embeddings: no command-line program makes any. It serves chats, for example at /v1/chat/completions.");

    private final List<Route> routes;
    private final Function<ApiException, RequestHandler> audited;

    /**
     * Makes the router.
     *
     * @param audited how a refusal under {@code /v1} and of the management API is given, so that it has its row too
     */
    public Router(List<Route> routes, Function<ApiException, RequestHandler> audited) {
        this.routes = List.copyOf(routes);
        this.audited = audited;
    }

    /**
     * One endpoint.
     *
     * @param method upper case; a GET route serves HEAD too
     * @param path exact, or ending in {@code /*} for one more segment or several
     */
    public record Route(String method, String path, RequestHandler handler) {
        boolean matches(String asked) {
            if (path.endsWith("/*")) {
                String prefix = path.substring(0, path.length() - 1);
                return asked.startsWith(prefix) && asked.length() > prefix.length();
            }
            return path.equals(asked);
        }
    }

    @Override
    public void handle(InboundRequest request, ResponseSink sink) throws Exception {
        String method = request.method().equals("HEAD") ? "GET" : request.method();
        Map<String, RequestHandler> byMethod = new TreeMap<>();
        for (Route route : routes) {
            if (route.matches(request.path())) {
                byMethod.putIfAbsent(route.method(), route.handler());
            }
        }
        RequestHandler handler = byMethod.get(method);
        if (handler != null) {
            handler.handle(request, sink);
        } else if (byMethod.isEmpty()) {
            refuse(request, sink, unknown(request.path()));
        } else {
            String allow = String.join(", ", byMethod.keySet()) + (byMethod.containsKey("GET") ? ", HEAD" : "");
            refuse(
                    request,
                    sink,
                    ApiError.of(
                                    405,
                                    "method_not_allowed",
                                    "%s is not allowed here; use %s.".formatted(request.method(), allow))
                            .withHeader("Allow", allow + ", OPTIONS"));
        }
    }

    private void refuse(InboundRequest request, ResponseSink sink, ApiError error) throws Exception {
        if (request.path().startsWith("/v1/") || request.path().startsWith("/v0/management/")) {
            audited.apply(new ApiException(error)).handle(request, sink);
        } else {
            sink.fail(error);
        }
    }

    private ApiError unknown(String path) {
        String right = rightPath(path);
        if (right != null) {
            return ApiError.of(404, "unsupported_endpoint", "There is nothing at this path; use " + right + ".");
        }
        String known = REFUSED.get(path);
        if (known != null) {
            return ApiError.of(404, "unsupported_endpoint", known);
        }
        String message = path.startsWith("/v1/")
                ? "OLP does not serve this endpoint; it serves /v1/chat/completions, /v1/responses, /v1/messages,"
                        + " /v1/models and /v1/usage."
                : "There is nothing at this path; the API is under /v1, for example /v1/chat/completions.";
        return ApiError.of(404, "unsupported_endpoint", message);
    }

    /** The path that was most likely meant: a base URL with /v1 twice, without it, or with a vendor's prefix. */
    private @Nullable String rightPath(String path) {
        int version = path.lastIndexOf("/v1/");
        String tail = version >= 0 ? path.substring(version) : "/v1" + path;
        for (Route route : routes) {
            if (route.path().startsWith("/v1/") && route.matches(tail)) {
                return tail;
            }
        }
        for (Route route : routes) {
            if (route.path().startsWith("/v1/") && tail.endsWith(route.path().substring("/v1".length()))) {
                return route.path();
            }
        }
        return null;
    }
}
