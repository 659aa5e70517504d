package dev.olp.features.identity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.OlpCommand;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.RawHttp;
import dev.olp.features.support.Refusal;
import dev.olp.features.support.Reply;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A narrow guest's key that everybody on the local network is told. */
class AdvertisedKeyIT {
    @RegisterExtension
    static final OlpServer olp = OlpServer.with()
            .standIns()
            .set("/auth/allow_anonymous", "true")
            .set("/auth/advertise_anonymous_key", "true")
            .server();

    @Test
    void whoeverHasNoKeyIsToldOneAndNobodyElse() throws Exception {
        assertThat(health("X-Nothing: 1").json().has("anonymousKey")).isFalse();
        assertThat(olp.command("keys", "create", "--name=wide", "--advertise").exit())
                .isEqualTo(1);
        String ordinary = olp.command("keys", "create", "--name=ordinary").out().strip();
        OlpCommand made = olp.command("keys", "create", "--name=lan", "--advertise", "--models=haiku");
        assertThat(made.exit()).as(made.err()).isZero();
        String token = made.out().strip();

        Reply health = health("X-Nothing: 1");
        assertThat(health.json().propertyNames()).containsExactly("ok", "version", "anonymousKey");
        assertThat(health.json().path("anonymousKey").stringValue()).isEqualTo(token);
        for (String other :
                new String[] {"x-api-key: " + ordinary, "x-api-key: wrong", "Origin: https://evil.example"}) {
            assertThat(health(other).text()).doesNotContain("anonymousKey");
        }

        assertThat(get("/v1/models", "x-api-key: " + token).json().path("data")).hasSize(1);
        Refusal.assertIs(
                get("/v1/models", "x-api-key: " + token + "\r\nOrigin: https://evil.example"),
                403,
                "origin_not_allowed");
        assertThat(olp.log()).contains("tells the advertised key").doesNotContain(token);

        String rotated =
                olp.command("keys", "rotate", "lan", "--grace=0s").out().strip();
        assertThat(health("X-Nothing: 1").json().path("anonymousKey").stringValue())
                .isEqualTo(rotated);
        olp.command("keys", "revoke", "lan");
        assertThat(health("X-Nothing: 1").json().has("anonymousKey")).isFalse();
    }

    private static Reply health(String header) throws IOException {
        return get("/health", header);
    }

    private static Reply get(String path, String header) throws IOException {
        try (RawHttp http = olp.connect()) {
            return http.send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" + header + "\r\n\r\n")
                    .reply();
        }
    }
}
