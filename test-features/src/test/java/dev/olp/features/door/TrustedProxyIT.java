package dev.olp.features.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.AuditTable;
import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.RawHttp;
import dev.olp.features.support.Refusal;
import dev.olp.features.support.Reply;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A server that believes a proxy on ::1, and nobody on 127.0.0.1. */
class TrustedProxyIT {
    private static final byte[] CHAT = Bodies.chat("sonnet", "hi").getBytes(StandardCharsets.UTF_8);

    @RegisterExtension
    static final OlpServer olp = OlpServer.with()
            .standIns()
            .set("/server/trusted_proxies", "[\"::1\"]")
            .server();

    @Test
    void theAuditNamesTheClientOfATrustedProxy() throws IOException {
        Reply reply = ask("::1", OlpServer.OWNER_TOKEN, "198.51.100.1, 203.0.113.20");

        assertThat(reply.status()).isEqualTo(200);
        assertThat(clientOf(reply)).isEqualTo("203.0.113.20");
    }

    @Test
    void whatAnybodyElseSaysIsIgnored() throws IOException {
        Reply reply = ask("127.0.0.1", OlpServer.OWNER_TOKEN, "203.0.113.20");

        assertThat(reply.status()).isEqualTo(200);
        assertThat(clientOf(reply)).isEqualTo("127.0.0.1");
    }

    @Test
    void whatCannotBeReadIsIgnored() throws IOException {
        Reply reply = ask("::1", OlpServer.OWNER_TOKEN, "203.0.113.20, <script>");

        assertThat(reply.status()).isEqualTo(200);
        assertThat(clientOf(reply)).isEqualTo("0:0:0:0:0:0:0:1");
    }

    @Test
    void wrongKeysSlowTheirClientDownAndNoOtherOfTheProxy() throws IOException {
        for (int n = 0; n < 35; n++) {
            ask("::1", "olp_wrong" + n, "203.0.113.66");
        }

        Refusal.assertIs(ask("::1", "olp_wrong", "203.0.113.66"), 429, "rate_limit_exceeded");
        Refusal.assertIs(ask("::1", "olp_wrong", "203.0.113.67"), 401, "invalid_api_key");
        assertThat(ask("::1", OlpServer.OWNER_TOKEN, "203.0.113.66").status()).isEqualTo(200);
    }

    private static String clientOf(Reply reply) {
        return new AuditTable(olp).of(reply.header("x-request-id")).get("client_address");
    }

    private static Reply ask(String from, String token, String forwardedFor) throws IOException {
        try (RawHttp http = RawHttp.connect(InetAddress.ofLiteral(from), olp.port())) {
            return http.post("/v1/chat/completions", token, CHAT, "X-Forwarded-For: " + forwardedFor)
                    .reply();
        }
    }
}
