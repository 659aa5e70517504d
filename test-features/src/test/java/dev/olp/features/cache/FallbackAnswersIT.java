package dev.olp.features.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.olp.features.support.AuditTable;
import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.Reply;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** While the first hop's window is spent, the second one's answers are kept and told; and not a moment longer. */
class FallbackAnswersIT {
    private static final String CLAUDE = "claude-sonnet-4-6";
    private static final String OTHER = "claude-opus-4-7";
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @RegisterExtension
    static final OlpServer olp = OlpServer.with()
            .standIns()
            .remembering()
            .set("/auth/fallback_detail_header_policy", "\"all\"")
            .set("/routing/chains/" + CLAUDE, chain(CLAUDE))
            .set("/routing/chains/" + OTHER, chain(OTHER))
            .server();

    private static String chain(String model) {
        return "[{\"provider\":\"anthropic\",\"model\":\"" + model
                + "\"},{\"provider\":\"openai\",\"model\":\"gpt-5.5\"}]";
    }

    @Test
    void anAnswerOfTheSecondHopIsToldWhileTheFirstIsPassedOverAndNoLonger() throws Exception {
        spend(6);
        Reply first = ask(CLAUDE, "again");
        Reply again = ask(CLAUDE, "again");
        int started = olp.notes("starts").size();
        Reply onceMore = ask(CLAUDE, "again");

        if (Instant.now().isBefore(until())) { // on a slow machine it may be over
            assertThat(first.header("x-olp-provider-used")).isEqualTo("openai");
            assertThat(first.header("x-olp-cache")).isEqualTo("miss");
            for (Reply told : new Reply[] {again, onceMore}) {
                assertThat(told.header("x-olp-cache")).isEqualTo("hit");
                assertThat(told.header("x-olp-provider-used")).isEqualTo("openai");
                assertThat(told.header("x-olp-fallback-hops")).isEqualTo("1");
                assertThat(told.header("x-olp-fallback-detail")).contains("window_spent");
                assertThat(told.content()).isEqualTo(first.content());
            }
            assertThat(olp.notes("starts")).hasSize(started);
            AuditTable.Row row = new AuditTable(olp).of(onceMore.header("x-request-id"));
            assertThat(row.get("cache_status")).isEqualTo("hit");
            assertThat(row.get("provider")).isEqualTo("openai");
            assertThat(row.number("hops")).isOne();
            assertThat(row.number("input_tokens")).isZero();
            assertThat(ask(OTHER, "again").header("x-olp-cache"))
                    .as("another chain's")
                    .isEqualTo("miss");
        }
        Instant until = until();
        await().atMost(PATIENCE).until(() -> Instant.now().isAfter(until));

        Reply back = ask(CLAUDE, "again");
        assertThat(back.header("x-olp-provider-used")).as(back.text()).isEqualTo("anthropic");
        assertThat(back.header("x-olp-cache")).isEqualTo("miss");
        assertThat(ask(CLAUDE, "again").header("x-olp-provider-used")).isEqualTo("anthropic");
    }

    /** An answer of the first hop is that model's own, and so it is told whatever has become of it. */
    @Test
    void anAnswerOfTheFirstHopIsToldAlthoughItsWindowIsSpent() throws Exception {
        Reply own = ask(CLAUDE, "kept before");
        assertThat(own.header("x-olp-provider-used")).isEqualTo("anthropic");
        spend(5);

        Reply told = ask(CLAUDE, "kept before");

        assertThat(told.header("x-olp-cache")).isEqualTo("hit");
        assertThat(told.header("x-olp-provider-used")).isEqualTo("anthropic");
        assertThat(told.header("x-olp-fallback-hops")).isEqualTo("0");
        Instant until = until();
        await().atMost(PATIENCE).until(() -> Instant.now().isAfter(until));
        assertThat(ask(CLAUDE, "to end the pause").status()).isEqualTo(200);
    }

    /** Until so many seconds from now, or a while later where the machine is slow. */
    private static void spend(long seconds) throws IOException {
        String fault = "{{spent:" + (Instant.now().getEpochSecond() + seconds) + "|ok}}";
        assertThat(olp.chat(Bodies.chat(CLAUDE, fault)).header("x-olp-provider-used"))
                .isEqualTo("openai");
    }

    private static Instant until() throws IOException {
        return olp.get("/health")
                .json()
                .at("/providers/anthropic/pauses")
                .valueStream()
                .map(pause -> Instant.parse(pause.path("until").asString()))
                .findFirst()
                .orElse(Instant.EPOCH);
    }

    private static Reply ask(String model, String text) throws IOException {
        Reply reply = olp.chat(Bodies.with(Bodies.chat(model, text), "\"temperature\":0"));
        assertThat(reply.status()).as(reply.text()).isEqualTo(200);
        return reply;
    }
}
