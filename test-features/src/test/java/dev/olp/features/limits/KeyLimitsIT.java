package dev.olp.features.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.olp.features.support.AuditTable;
import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.RawHttp;
import dev.olp.features.support.Refusal;
import dev.olp.features.support.Reply;
import dev.olp.features.support.SseReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Limits of a key, asked of the built server over HTTP. */
class KeyLimitsIT {
    private static final String CLAUDE = "claude-sonnet-4-6";
    private static final String CHAT = Bodies.chat(CLAUDE, "hi");
    private static final ZoneId ZONE = ZoneId.of("Pacific/Auckland");
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** Held of a limit of tokens for an answer, beside a quarter of the body's bytes. */
    private static final int HELD_FOR_AN_ANSWER = 1000;

    @RegisterExtension
    static final OlpServer olp = OlpServer.with()
            .standIns()
            .set("/providers/anthropic/max_concurrent", "4")
            .set("/limits/time_zone", "\"Pacific/Auckland\"")
            .set("/limits/default/requests_per_minute", "5")
            .set("/limits/default/concurrent", "50")
            .server();

    /** S121. */
    @RepeatedTest(10)
    void ofFiftyAtOnceExactlyFivePass(RepetitionInfo run) throws Exception {
        Tenant tenant = Tenant.create(olp, "burst " + run.getCurrentRepetition());

        List<Reply> replies = tenant.burst(50, CHAT);

        assertThat(replies).filteredOn(reply -> reply.status() == 200).hasSize(5);
        List<Reply> refused =
                replies.stream().filter(reply -> reply.status() != 200).toList();
        assertThat(refused).hasSize(45).allSatisfy(reply -> {
            Refusal.assertIs(reply, 429, "rate_limit_exceeded");
            assertThat(Integer.parseInt(reply.header("retry-after"))).isBetween(1, 60);
            assertThat(Integer.parseInt(reply.header("retry-after-ms"))).isBetween(1, 60_000);
            assertThat(reply.header("x-should-retry")).isEmpty();
            assertThat(reply.header("x-ratelimit-limit-requests")).isEqualTo("5");
            assertThat(reply.header("x-ratelimit-remaining-requests")).isEqualTo("0");
            assertThat(reply.header("x-ratelimit-reset-requests")).matches("\\d+s|1m\\ds");
        });
    }

    /** S121: a day's limit, so that it does not matter how long the restart takes. */
    @Test
    void aRestartInBetweenGivesNothingAway() throws Exception {
        Tenant tenant = Tenant.create(olp, "restarted", "--requests-per-day", "5", "--requests-per-minute", "none");
        List<Reply> before = tenant.burst(3, CHAT);
        assertThat(olp.stop()).isIn(0, 143);
        olp.start();
        List<Reply> after = tenant.burst(20, CHAT);

        assertThat(before).allSatisfy(reply -> assertThat(reply.status()).isEqualTo(200));
        assertThat(after).filteredOn(reply -> reply.status() == 200).hasSize(2);
        assertThat(after).filteredOn(reply -> reply.status() != 200).allSatisfy(KeyLimitsIT::assertSpent);
    }

    /** No reservation outlives a server that was killed. */
    @Test
    void aKilledServerLeavesNothingHeld() throws Exception {
        Tenant tenant = Tenant.create(olp, "killed", "--concurrent", "1", "--tokens-per-day", "1000000");
        try (RawHttp http = olp.connect()) {
            tenant.ask(http, Bodies.stream(CLAUDE, "{{stall}}"));
            awaitContent(http.events(http.head()));
            assertThat(tenant.chat(CHAT).status()).isEqualTo(429);
            olp.kill();
        }
        olp.start();

        assertThat(tenant.chat(CHAT).status()).isEqualTo(200);
        assertThat(remainingRequests(tenant.chat(CHAT)))
                .as("the cut one and two")
                .isEqualTo(2);
    }

    /** S122. */
    @Test
    void aStreamThatItsClientCutsCountsTheTokensMeasuredSoFar() throws Exception {
        Tenant tenant = Tenant.create(olp, "cutter", "--tokens-per-day", "100000");
        String id;
        try (RawHttp http = olp.connect()) {
            tenant.ask(http, Bodies.stream(CLAUDE, "{{stall}}"));
            Reply head = http.head();
            id = head.header("x-request-id");
            awaitContent(http.events(head));
            http.abort();
        }
        AuditTable.Row row = new AuditTable(olp).of(id);
        assertThat(row.number("status")).isEqualTo(499);
        int used = row.number("input_tokens") + row.number("output_tokens");
        assertThat(used).isPositive();

        Reply next = tenant.chat(CHAT);

        assertThat(next.header("x-ratelimit-limit-tokens")).isEqualTo("100000");
        assertThat(Integer.parseInt(next.header("x-ratelimit-remaining-tokens")))
                .isEqualTo(100_000 - used - HELD_FOR_AN_ANSWER - CHAT.getBytes(StandardCharsets.UTF_8).length / 4);
        assertThat(next.header("x-ratelimit-reset-tokens")).matches("(\\d+h)?(\\d+m)?\\d+s");
    }

    @Test
    void aSpentBudgetIsRefusedUntilItsWindowEnds() throws Exception {
        Tenant tenant = Tenant.create(olp, "spender", "--tokens-per-month", "1");
        assertThat(tenant.chat(CHAT).status()).isEqualTo(200);

        Reply refused = assertSpent(tenant.chat(CHAT));

        LocalDate month = LocalDate.now(ZONE).withDayOfMonth(1).plusMonths(1);
        assertThat(Instant.parse(refused.header("x-olp-reset-at")))
                .isEqualTo(month.atStartOfDay(ZONE).toInstant());
        assertThat(refused.json().at("/error/message").asString("")).contains(refused.header("x-olp-reset-at"));
        assertThat(refused.header("x-ratelimit-remaining-tokens")).isEqualTo("0");
    }

    @Test
    void aBudgetOfMoneyGoesByTheRegistrysPrices() throws Exception {
        Tenant tenant = Tenant.create(olp, "payer", "--usd-per-month", "0.000001");
        assertThat(tenant.chat(CHAT).status()).isEqualTo(200);

        assertThat(assertSpent(tenant.chat(CHAT)).json().at("/error/message").asString(""))
                .contains("US dollars per month");
    }

    @Test
    void whatIsRefusedBeforeItRunsCountsInTheMinuteAlone() throws Exception {
        Tenant tenant = Tenant.create(olp, "clumsy", "--requests-per-day", "1");

        assertThat(tenant.chat("{").status()).isEqualTo(400);
        assertThat(tenant.chat(Bodies.chat("no-such-model", "hi")).status()).isEqualTo(404);
        Reply good = tenant.chat(CHAT);

        assertThat(good.status()).isEqualTo(200);
        assertSpent(tenant.chat(CHAT));
        tenant.limit("--requests-per-day", "none");
        assertThat(remainingRequests(tenant.chat(CHAT)))
                .as("three of five were used")
                .isEqualTo(1);
    }

    @Test
    void moreAtATimeThanAllowedWaitForOneToEnd() throws Exception {
        Tenant tenant = Tenant.create(olp, "one by one", "--concurrent", "1", "--requests-per-minute", "100");
        try (RawHttp http = olp.connect()) {
            tenant.ask(http, Bodies.stream(CLAUDE, "{{stall}}"));
            awaitContent(http.events(http.head()));

            Reply refused = Refusal.assertIs(tenant.chat(CHAT), 429, "rate_limit_exceeded");
            assertThat(refused.header("retry-after")).isEqualTo("1");
            http.abort();
        }
        await().atMost(PATIENCE).until(() -> tenant.chat(CHAT).status() == 200);
        for (int i = 0; i < 3; i++) {
            assertThat(tenant.chat(CHAT).status())
                    .as("as soon as the last is answered")
                    .isEqualTo(200);
        }
    }

    @Test
    void oneTenantSeesNothingOfAnother() throws Exception {
        Tenant one = Tenant.create(olp, "one");
        Tenant two = Tenant.create(olp, "two");
        one.burst(20, CHAT);

        Reply first = two.chat(CHAT);

        assertThat(first.status()).isEqualTo(200);
        assertThat(remainingRequests(first)).isEqualTo(4);
        assertThat(one.chat(CHAT).status()).isEqualTo(429);
    }

    @Test
    void theOperatorsTokenHasNoLimit() throws IOException {
        for (int i = 0; i < 8; i++) {
            Reply reply = olp.chat(CHAT);
            assertThat(reply.status()).isEqualTo(200);
            assertThat(reply.headers().keySet()).noneMatch(name -> name.startsWith("x-ratelimit"));
        }
    }

    @Test
    void aStreamTellsItsLimitsToo() throws Exception {
        Tenant tenant = Tenant.create(olp, "streamer");
        try (RawHttp http = olp.connect()) {
            tenant.ask(http, Bodies.stream(CLAUDE, "hi"));
            Reply head = http.head();
            assertThat(remainingRequests(head)).isEqualTo(4);
            http.events(head).all();
        }
    }

    private static Reply assertSpent(Reply reply) {
        Refusal.assertIs(reply, 429, "insufficient_quota");
        assertThat(reply.header("x-should-retry")).isEqualTo("false");
        assertThat(Integer.parseInt(reply.header("retry-after"))).isBetween(1, 60);
        assertThat(Instant.parse(reply.header("x-olp-reset-at"))).isAfter(Instant.now());
        return reply;
    }

    private static int remainingRequests(Reply reply) {
        return Integer.parseInt(reply.header("x-ratelimit-remaining-requests"));
    }

    private static void awaitContent(SseReader events) throws IOException {
        while (events.next().orElseThrow().content().isEmpty()) {
            // the role comes first
        }
    }
}
