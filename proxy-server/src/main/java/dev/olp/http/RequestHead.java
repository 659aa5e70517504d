package dev.olp.http;

import dev.olp.wire.ApiError;
import dev.olp.wire.ApiException;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A request head that passed every check of the door.
 *
 * @param declaredLength Content-Length, or -1
 * @param keepAlive whether the client wants the connection to go on
 * @param expectsContinue whether the client waits for 100 before it sends the body
 */
record RequestHead(
        String method,
        RequestTarget target,
        Map<String, List<String>> headers,
        boolean http10,
        boolean keepAlive,
        boolean expectsContinue,
        long declaredLength) {
    private static final Pattern METHOD = Pattern.compile("[A-Z]{1,20}");

    /** @throws ApiException 400, 414, 417, 421 or 431; after the first and the last two the connection must close */
    static RequestHead check(HttpRequest request, HostRule hosts, InetAddress local) throws ApiException {
        if (request.decoderResult().isFailure()) {
            throw refusalOf(request.decoderResult().cause());
        }
        boolean http10 = request.protocolVersion().equals(HttpVersion.HTTP_1_0);
        Map<String, List<String>> headers = byLowerCaseName(request);
        if (!http10 && !request.protocolVersion().equals(HttpVersion.HTTP_1_1)) {
            throw malformed("OLP speaks HTTP/1.1 and HTTP/1.0.");
        }
        if (!METHOD.matcher(request.method().name()).matches()) {
            throw malformed("The method is not a word in capitals.");
        }
        checkFraming(headers);
        RequestTarget target = targetOf(request);
        checkHost(target, headers, http10, hosts, local);
        return new RequestHead(
                request.method().name(),
                target,
                headers,
                http10,
                keepAlive(headers, http10),
                !http10 && expectsContinue(headers),
                declaredLength(headers));
    }

    /** Whether a body follows it, as far as its framing can be believed. */
    static boolean hasBody(HttpRequest request) {
        String length = request.headers().get("content-length", "0");
        return request.headers().contains("transfer-encoding") || !length.matches("0*");
    }

    @Nullable
    String header(String lowerCaseName) {
        List<String> values = headers.get(lowerCaseName);
        return values == null ? null : values.getFirst();
    }

    /** What a decoder's failure is to the client. */
    static ApiException refusalOf(Throwable cause) {
        if (cause instanceof TooLongHttpLineException) {
            return new ApiException(ApiError.of(414, "uri_too_long", "The request line is too long."));
        }
        if (cause instanceof TooLongHttpHeaderException) {
            return new ApiException(ApiError.of(431, "headers_too_large", "The request's headers are too large."));
        }
        return malformed("The request is not well-formed HTTP/1.1.");
    }

    static ApiException malformed(String message) {
        return new ApiException(ApiError.of(400, "malformed_request", message));
    }

    private static Map<String, List<String>> byLowerCaseName(HttpRequest request) {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        for (Map.Entry<String, String> header : request.headers()) {
            headers.computeIfAbsent(header.getKey().toLowerCase(Locale.ROOT), name -> new ArrayList<>(1))
                    .add(header.getValue());
        }
        return headers;
    }

    /** The shapes on which two readers of one byte stream could differ, beyond what the decoder refuses. */
    private static void checkFraming(Map<String, List<String>> headers) throws ApiException {
        List<String> coding = headers.getOrDefault("transfer-encoding", List.of("chunked"));
        if (coding.size() != 1 || !coding.getFirst().equalsIgnoreCase("chunked")) {
            throw malformed("The only Transfer-Encoding is chunked, once.");
        }
        // Netty reads eight bytes of body after this header of an abandoned WebSocket draft
        if (headers.containsKey("sec-websocket-key1") || headers.containsKey("sec-websocket-key2")) {
            throw malformed("WebSocket drafts are not served.");
        }
        for (String length : headers.getOrDefault("content-length", List.of())) {
            if (!length.matches("[0-9]{1,18}")) {
                throw malformed("Content-Length is not a number.");
            }
        }
    }

    private static RequestTarget targetOf(HttpRequest request) throws ApiException {
        if (request.uri().equals("*") && request.method().name().equals("OPTIONS")) {
            return new RequestTarget("*", "", null);
        }
        try {
            return RequestTarget.parse(request.uri());
        } catch (IllegalArgumentException bad) {
            throw malformed(String.valueOf(bad.getMessage()));
        }
    }

    private static void checkHost(
            RequestTarget target, Map<String, List<String>> headers, boolean http10, HostRule hosts, InetAddress local)
            throws ApiException {
        List<String> named = headers.getOrDefault("host", List.of());
        if (named.size() > 1 || (named.isEmpty() && !http10)) {
            throw malformed("Exactly one Host header is needed.");
        }
        String authority = target.authority() != null ? target.authority() : named.isEmpty() ? null : named.getFirst();
        if (authority == null) {
            return;
        }
        String host = HostRule.hostOf(authority);
        if (host == null) {
            throw malformed("The Host header is not a host.");
        }
        if (!hosts.accepts(host, local)) {
            throw new ApiException(ApiError.of(
                    421,
                    "misdirected_request",
                    "This host name is not served here. Its owner can add it to server.allowed_hosts."));
        }
    }

    private static boolean expectsContinue(Map<String, List<String>> headers) throws ApiException {
        List<String> expectations = headers.getOrDefault("expect", List.of());
        for (String expectation : expectations) {
            if (!expectation.equalsIgnoreCase("100-continue")) {
                throw new ApiException(
                        ApiError.of(417, "expectation_failed", "The only expectation met here is 100-continue."));
            }
        }
        return !expectations.isEmpty();
    }

    private static boolean keepAlive(Map<String, List<String>> headers, boolean http10) {
        boolean close = false;
        boolean keep = false;
        for (String value : headers.getOrDefault("connection", List.of())) {
            for (String option : value.toLowerCase(Locale.ROOT).split(",", -1)) {
                close |= option.strip().equals("close");
                keep |= option.strip().equals("keep-alive");
            }
        }
        return !close && (!http10 || keep);
    }

    private static long declaredLength(Map<String, List<String>> headers) {
        List<String> lengths = headers.get("content-length");
        return lengths == null ? -1 : Long.parseLong(lengths.getFirst());
    }
}
