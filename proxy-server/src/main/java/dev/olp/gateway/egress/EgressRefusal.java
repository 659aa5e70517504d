package dev.olp.gateway.egress;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Why the gate did not let something through. */
public enum EgressRefusal {
    NOT_CONNECT(405, "Method Not Allowed"),
    /** In any spelling: of four numbers, of one, hexadecimal, in brackets. */
    ADDRESS_LITERAL(403, "Forbidden"),
    NOT_A_NAME(403, "Forbidden"),
    NOT_ON_ALLOWLIST(403, "Forbidden"),
    /** One of the name's addresses is not on the public internet. */
    RESOLVED_TO_A_DENIED_ADDRESS(403, "Forbidden"),
    HEAD_TOO_LARGE(431, "Request Header Fields Too Large"),
    CONNECTS_SPENT(429, "Too Many Requests"),
    TIME_SPENT(429, "Too Many Requests"),
    TOO_MANY_CONNECTIONS(503, "Service Unavailable"),
    NO_SUCH_HOST(502, "Bad Gateway"),
    HOST_UNREACHABLE(502, "Bad Gateway"),
    /** From here on there is no answer: the connection is cut. */
    HEAD_TOO_SLOW(0, ""),
    /** It sent more than its CONNECT before the answer. */
    SPOKE_TOO_SOON(0, ""),
    /** What the tunnel begins with is no ClientHello. */
    NOT_TLS(0, ""),
    HELLO_TOO_SLOW(0, ""),
    NO_SERVER_NAME(0, ""),
    OTHER_SERVER_NAME(0, ""),
    BYTES_UP_SPENT(0, ""),
    BYTES_DOWN_SPENT(0, "");

    private final int status;
    private final String phrase;

    EgressRefusal(int status, String phrase) {
        this.status = status;
        this.phrase = phrase;
    }

    /** Like {@code not-on-allowlist}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    boolean hasAnswer() {
        return status != 0;
    }

    byte[] answer() {
        return ("HTTP/1.1 " + status + " " + phrase + "\r\nContent-Type: text/plain\r\nContent-Length: "
                        + label().length() + "\r\n" + (this == NOT_CONNECT ? "Allow: CONNECT\r\n" : "")
                        + "Connection: close\r\n\r\n" + label())
                .getBytes(StandardCharsets.US_ASCII);
    }
}
