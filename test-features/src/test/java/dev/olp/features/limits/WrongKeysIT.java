package dev.olp.features.limits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.RawHttp;
import dev.olp.features.support.Refusal;
import dev.olp.features.support.Reply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Many wrong keys from one address. */
class WrongKeysIT {
    private static final byte[] CHAT = Bodies.chat("sonnet", "hi").getBytes(StandardCharsets.UTF_8);

    @RegisterExtension
    static final OlpServer olp = OlpServer.with().standIns().server();

    @Test
    void wrongKeysAreSlowedDownAndARightOneNever() throws IOException {
        List<Reply> replies = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            replies.add(ask("olp_wrong" + i));
        }

        assertThat(replies.getFirst().status()).isEqualTo(401);
        Reply last = Refusal.assertIs(replies.getLast(), 429, "rate_limit_exceeded");
        assertThat(Integer.parseInt(last.header("retry-after"))).isBetween(1, 60);
        assertThat(ask(OlpServer.OWNER_TOKEN).status()).isEqualTo(200);
        Refusal.assertIs(ask(""), 401, "missing_api_key");
    }

    private static Reply ask(String token) throws IOException {
        try (RawHttp http = olp.connect()) {
            return http.post("/v1/chat/completions", token, CHAT).reply();
        }
    }
}
