package dev.olp.gateway;

import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpUtil;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Which headers cross the gateway: all, in their order and spelling, but these. */
final class Headers {
    /** Of one connection only (RFC 9110, 7.6.1); the framing is written anew on the other side. */
    private static final Set<String> HOP_BY_HOP = Set.of(
            "connection",
            "keep-alive",
            "proxy-connection",
            "proxy-authenticate",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade",
            "expect");

    /** What says who pays. The organisation and project pick an account's purse, so a child may not. */
    private static final Set<String> AUTH = Set.of(
            "authorization",
            "x-api-key",
            "api-key",
            "proxy-authorization",
            "cookie",
            "chatgpt-account-id",
            "openai-organization",
            "openai-project");

    private static final List<String> LIMITS = List.of("anthropic-ratelimit-", "x-codex-", "x-ratelimit-");
    private static final int MOST_LIMITS = 64;

    private Headers() {}

    /** The upstream's request headers: the child's, with our host and login. */
    static HttpHeaders forUpstream(HttpMessage request, String authority, Map<String, String> login) {
        HttpHeaders headers = new DefaultHttpHeaders();
        headers.set(HttpHeaderNames.HOST, authority);
        Set<String> dropped = dropped(request.headers());
        dropped.addAll(AUTH);
        dropped.add("host");
        copy(request.headers(), headers, dropped);
        login.forEach(headers::set);
        if (HttpUtil.isTransferEncodingChunked(request)) {
            headers.remove(HttpHeaderNames.CONTENT_LENGTH);
            headers.set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
        }
        headers.set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        return headers;
    }

    /**
     * The child's response headers. A cookie of the real login's session stays out of the sandbox.
     *
     * @param bodyless whether the request or the status says that no body follows
     */
    static HttpHeaders forChild(HttpMessage response, boolean bodyless) {
        HttpHeaders headers = new DefaultHttpHeaders();
        Set<String> dropped = dropped(response.headers());
        dropped.add("set-cookie");
        copy(response.headers(), headers, dropped);
        if (!bodyless
                && (HttpUtil.isTransferEncodingChunked(response)
                        || !headers.contains(HttpHeaderNames.CONTENT_LENGTH))) {
            headers.remove(HttpHeaderNames.CONTENT_LENGTH);
            headers.set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
        }
        return headers;
    }

    static Map<String, String> limits(HttpHeaders response) {
        Map<String, String> limits = new LinkedHashMap<>();
        for (Map.Entry<String, String> header : response) {
            String name = header.getKey().toLowerCase(Locale.ROOT);
            if (limits.size() < MOST_LIMITS && LIMITS.stream().anyMatch(name::startsWith)) {
                limits.put(name, header.getValue());
            }
        }
        return limits;
    }

    private static void copy(HttpHeaders from, HttpHeaders to, Set<String> dropped) {
        for (Map.Entry<String, String> header : from) {
            if (!dropped.contains(header.getKey().toLowerCase(Locale.ROOT))) {
                to.add(header.getKey(), header.getValue());
            }
        }
    }

    /** The hop-by-hop names, those that {@code Connection} adds included; the length is never one of them. */
    private static Set<String> dropped(HttpHeaders headers) {
        Set<String> names = new HashSet<>(HOP_BY_HOP);
        for (String value : headers.getAll(HttpHeaderNames.CONNECTION)) {
            for (String name : value.split(",", -1)) {
                names.add(name.strip().toLowerCase(Locale.ROOT));
            }
        }
        names.remove("content-length");
        return names;
    }
}
