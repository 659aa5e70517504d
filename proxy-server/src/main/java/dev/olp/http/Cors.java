package dev.olp.http;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Cross-origin headers, for {@code /v1} only: management and dashboard never carry them. No credentials: keys travel in
 * headers that a page sets itself, and a cookie is no key here.
 */
final class Cors {
    static final String METHODS = "GET, HEAD, POST, OPTIONS";

    /** Wildcards inside a name do not exist in this header, and {@code *} does not cover authorised requests everywhere. */
    private static final String EXPOSED = String.join(
            ", ",
            "x-request-id",
            "x-client-request-id",
            "retry-after",
            "retry-after-ms",
            "x-should-retry",
            "x-olp-provider-used",
            "x-olp-model-used",
            "x-olp-fallback-hops",
            "x-olp-fallback-exhausted",
            "x-olp-fallback-detail",
            "x-olp-cache",
            "x-olp-streaming-inflight",
            "x-olp-latency-ms",
            "x-olp-ignored-params",
            "x-olp-usage",
            "x-olp-reset-at",
            "x-ratelimit-limit-requests",
            "x-ratelimit-remaining-requests",
            "x-ratelimit-reset-requests",
            "x-ratelimit-limit-tokens",
            "x-ratelimit-remaining-tokens",
            "x-ratelimit-reset-tokens");

    private static final Pattern HEADER_NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}");
    private static final int MOST_HEADER_NAMES = 64;
    private static final String MAX_AGE_SECONDS = "7200";

    private final List<String> origins;

    Cors(List<String> origins) {
        this.origins = List.copyOf(origins);
    }

    static boolean concerns(String path) {
        return path.equals("/v1") || path.startsWith("/v1/");
    }

    /** What every reply under {@code /v1} carries, errors included; empty elsewhere. */
    Map<String, String> reply(String path, @Nullable String origin) {
        Map<String, String> headers = new LinkedHashMap<>();
        if (concerns(path)) {
            allowOrigin(headers, origin);
            headers.put("access-control-expose-headers", EXPOSED);
        }
        return headers;
    }

    /** The headers of a preflight's 204. */
    Map<String, String> preflight(String path, @Nullable String requestedHeaders) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("allow", METHODS);
        if (concerns(path)) {
            headers.put("access-control-allow-methods", METHODS);
            headers.put("access-control-allow-headers", allowedHeaders(requestedHeaders));
            headers.put("access-control-max-age", MAX_AGE_SECONDS);
        }
        return headers;
    }

    private void allowOrigin(Map<String, String> headers, @Nullable String origin) {
        if (origins.contains("*")) {
            headers.put("access-control-allow-origin", "*");
            return;
        }
        headers.put("vary", "Origin");
        if (origin != null && origins.contains(origin)) {
            headers.put("access-control-allow-origin", origin);
        }
    }

    /** SDKs send names of their own (x-stainless-…), so what is asked for is allowed, if it is a header name at all. */
    private static String allowedHeaders(@Nullable String requested) {
        if (requested == null) {
            return "authorization, content-type";
        }
        return Stream.of(requested.split(",", -1))
                .map(String::strip)
                .filter(name -> HEADER_NAME.matcher(name).matches())
                .limit(MOST_HEADER_NAMES)
                .collect(Collectors.joining(", "));
    }
}
