package dev.olp.http;

import dev.olp.wire.ApiError;
import dev.olp.wire.ErrorShape;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.HttpHeaders;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What one request's reply carries whatever the answer is.
 *
 * @param requestId ours
 * @param clientRequestId the caller's own, if it is a harmless one
 * @param errors whose error bodies its client understands
 * @param cors cross-origin headers, empty outside {@code /v1}
 * @param headOnly the request was a HEAD
 * @param http10 no chunks, and keep-alive must be said
 * @param keepAlive the client wants the connection to go on
 */
record ReplyTerms(
        String requestId,
        @Nullable String clientRequestId,
        ErrorShape errors,
        Map<String, String> cors,
        boolean headOnly,
        boolean http10,
        boolean keepAlive) {
    private static final Pattern CLIENT_ID = Pattern.compile("[A-Za-z0-9._-]{1,128}");
    private static final DateTimeFormatter HTTP_DATE =
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US);

    /** For a request that was refused before it was understood. */
    static ReplyTerms unknown(String requestId, Map<String, String> cors) {
        return new ReplyTerms(requestId, null, ErrorShape.OPENAI, cors, false, false, false);
    }

    static ReplyTerms of(String requestId, RequestHead head, Cors cors) {
        String theirs = head.header("x-client-request-id");
        return new ReplyTerms(
                requestId,
                theirs != null && CLIENT_ID.matcher(theirs).matches() ? theirs : null,
                ErrorShape.of(head.target().path()),
                cors.reply(head.target().path(), head.header("origin")),
                head.method().equals("HEAD"),
                head.http10(),
                head.keepAlive());
    }

    /**
     * Ours win over the handler's where both name one.
     *
     * @throws IllegalArgumentException for a name or value that would break the reply's framing
     */
    HttpHeaders headers(ResponseHead head, Clock clock) {
        HttpHeaders headers = DefaultHttpHeadersFactory.headersFactory().newHeaders();
        head.headers().forEach(headers::set);
        // framing is the connection's business
        headers.remove("connection").remove("transfer-encoding").remove("content-length");
        cors.forEach((name, value) -> {
            if (name.equals("vary")) {
                headers.add(name, value);
            } else {
                headers.set(name, value);
            }
        });
        headers.set("x-request-id", requestId);
        if (errors == ErrorShape.ANTHROPIC) {
            headers.set("request-id", requestId);
        }
        if (clientRequestId != null) {
            headers.set("x-client-request-id", clientRequestId);
        }
        headers.set("date", HTTP_DATE.format(ZonedDateTime.ofInstant(clock.instant(), ZoneOffset.UTC)));
        return headers;
    }

    /** Body of an error's reply. */
    byte[] bodyOf(ApiError error) {
        return errors.body(error, requestId);
    }

    /** Head of an error's reply. */
    static ResponseHead headOf(ApiError error) {
        Map<String, String> headers = new LinkedHashMap<>(error.headers());
        headers.put("content-type", "application/json");
        return new ResponseHead(error.status(), headers);
    }
}
