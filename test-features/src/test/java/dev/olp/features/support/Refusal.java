package dev.olp.features.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;

/** What the contract says of every refusal, whatever its cause. */
public final class Refusal {
    private static final Pattern INSIDE = Pattern.compile(
            "/(root|home|tmp|dev|usr|var|proc)/|https?://|Exception|java\\.|dev\\.olp|sk-ant-|olp_[A-Za-z0-9_-]{43}");

    private Refusal() {}

    /** Holds status, code and the four keys, an id, and that nothing of the inside is told. */
    public static Reply assertIs(Reply reply, int status, String code) {
        assertThat(reply.status()).as(reply::text).isEqualTo(status);
        assertThat(reply.header("x-request-id")).isNotEmpty();
        assertThat(reply.header("content-type")).isEqualTo("application/json");
        assertThat(reply.json().propertyNames()).containsExactly("error");
        assertThat(reply.json().path("error").propertyNames())
                .containsExactlyInAnyOrder("message", "type", "param", "code");
        assertThat(reply.errorCode()).isEqualTo(code);
        assertThat(reply.json().at("/error/type").asString("")).isNotEmpty();
        assertThat(reply.json().at("/error/message").asString("")).isNotEmpty().doesNotContainPattern(INSIDE);
        return reply;
    }

    /** As {@link #assertIs}, and the field at fault. */
    public static Reply assertIs(Reply reply, int status, String code, String param) {
        assertIs(reply, status, code);
        assertThat(reply.json().at("/error/param").asString("")).isEqualTo(param);
        return reply;
    }
}
