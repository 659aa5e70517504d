package dev.olp.gateway;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Why the gateway itself, and not the upstream, answered a request. A CLI cannot tell the two apart; a run can. */
public enum Refusal {
    BAD_REQUEST(400, "not a plain HTTP/1.1 request"),
    WRONG_TOKEN(401, "the token of this run is missing or wrong"),
    NOT_ALLOWED(403, "this method and path are not open to this run"),
    BYTES_UP_SPENT(413, "the run has no bytes left to send"),
    REQUESTS_SPENT(429, "the run has no requests left"),
    CALLS_SPENT(429, "the run has made all the calls that it may"),
    TIME_SPENT(429, "the run has no time left"),
    WITHDRAWN(429, "the run was given up before it asked anything"),
    /** Shows as a cut answer: its status is out by then. */
    BYTES_DOWN_SPENT(502, "the run has no bytes left to receive"),
    /** No connection, or no TLS with the right host name. */
    UPSTREAM_UNREACHABLE(502, "connection to the upstream failed");

    private final int status;
    private final String message;

    Refusal(int status, String message) {
        this.status = status;
        this.message = message;
    }

    int status() {
        return status;
    }

    /** An object that is both OpenAI's and Anthropic's error shape. */
    byte[] body() {
        String json = "{\"type\":\"error\",\"error\":{\"type\":\"gateway_error\",\"code\":\"%s\",\"message\":\"%s\"}}"
                .formatted(name().toLowerCase(Locale.ROOT), message);
        return json.getBytes(StandardCharsets.US_ASCII);
    }
}
