package dev.olp.features.limits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.AuditTable;
import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.Refusal;
import dev.olp.features.support.Reply;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Two keys that ask for the same: whatever one does, the other is told what it would be told alone. */
class TwoTenantsIT {
    /** No random hexadecimal spells it. */
    private static final String HER = "magda";

    private static final String PROMPT = "the-secret-of-ada-4242";
    private static final String CHAT = Bodies.chat("claude-sonnet-4-6", PROMPT);

    /** What differs from one reply to the next of the same key. */
    private static final Set<String> OF_THE_MOMENT = Set.of(
            "date", "x-request-id", "x-olp-latency-ms", "x-ratelimit-reset-requests", "x-ratelimit-reset-tokens");

    @RegisterExtension
    static final OlpServer olp = OlpServer.with()
            .standIns()
            .set("/limits/default/requests_per_minute", "100")
            .set("/limits/default/requests_per_day", "100")
            .set("/limits/default/tokens_per_day", "1000000")
            .server();

    private static Tenant ada;
    private static Tenant ben;

    @BeforeAll
    static void makeKeys() throws Exception {
        ada = Tenant.create(olp, HER);
        ben = Tenant.create(olp, "ben");
        for (int i = 0; i < 5; i++) {
            assertThat(ada.chat(CHAT).status()).isEqualTo(200);
        }
    }

    @Test
    void theSameQuestionOfAnotherHasNoTraceOfTheFirst() throws IOException {
        Reply first = ben.chat(CHAT);

        assertThat(first.header("x-ratelimit-remaining-requests")).isEqualTo("99");
        assertThat(first.header("x-olp-cache")).isEqualTo("bypass");
        TreeMap<String, List<String>> hers = new TreeMap<>(ada.chat(CHAT).headers());
        TreeMap<String, List<String>> his = new TreeMap<>(first.headers());
        assertThat(new TreeSet<>(his.keySet())).isEqualTo(new TreeSet<>(hers.keySet()));
        OF_THE_MOMENT.forEach(his::remove);
        his.keySet().removeIf(name -> name.startsWith("x-ratelimit-remaining"));
        his.forEach((name, values) -> assertThat(hers.get(name)).as(name).isEqualTo(values));
    }

    /** S123: she has been answered from the cache, he is told what he would be told alone. */
    @Test
    void whatIsKeptForHerIsNotForHim() throws IOException {
        String kept = Bodies.with(CHAT, "\"temperature\":0");
        assertThat(ada.chat(kept).header("x-olp-cache")).isEqualTo("miss");
        assertThat(ada.chat(kept).header("x-olp-cache")).isEqualTo("hit");

        Reply his = ben.chat(kept);

        assertThat(his.header("x-olp-cache")).isEqualTo("miss");
        assertThat(ben.chat(kept).header("x-olp-cache")).isEqualTo("hit");
        assertThat(his.json().path("id")).isNotEqualTo(ada.chat(kept).json().path("id"));
        Refusal.assertIs(ben.get("/cache/stats"), 403, "owner_required");
    }

    @Test
    void hisUsageIsHisOwn() throws Exception {
        Tenant cleo = Tenant.create(olp, "cleo");

        Reply usage = cleo.get("/v1/usage");

        assertThat(usage.json().at("/windows/day/requests/used").asInt(-1)).isZero();
        assertThat(usage.json().at("/windows/day/tokens/used").asInt(-1)).isZero();
        assertThat(usage.text()).doesNotContain(HER, PROMPT);
    }

    @Test
    void whatTheOwnerSeesIsNotForHim() throws IOException {
        for (String path : List.of("audit", "keys", "usage", "status", "providers", "chains", "config")) {
            Refusal.assertIs(ben.get("/v0/management/" + path), 403, "owner_required");
        }
        assertThat(ben.get("/health").text()).doesNotContain("anthropic", HER);
        Refusal.assertIs(ben.get("/metrics"), 403, "owner_required");
    }

    @Test
    void noSinkHasHerWords() throws Exception {
        assertThat(olp.log()).doesNotContain(PROMPT, ada.token(), ben.token());
        assertThat(olp.get("/v0/management/audit").text()).contains(HER).doesNotContain(PROMPT, ada.token());
        assertThat(olp.get("/metrics").text()).doesNotContain(HER, PROMPT);
    }

    /** S125. */
    @Test
    void bothMayCallTheirUserAndSessionTheSame() throws Exception {
        String body = Bodies.with(CHAT, "\"user\":\"default\",\"metadata\":{\"session_id\":\"default\"}");

        Reply hers = ada.chat(body);
        Reply his = ben.chat(body);

        AuditTable rows = new AuditTable(olp);
        assertThat(rows.of(hers.header("x-request-id")).get("key_name")).isEqualTo(HER);
        assertThat(rows.of(his.header("x-request-id")).get("key_name")).isEqualTo("ben");
        assertThat(his.header("x-olp-cache")).isEqualTo("bypass");
    }

    @Test
    void aNameThatIsTakenSaysNothingOfWhoHasIt() throws IOException {
        Refusal.assertIs(ben.get("/v0/management/keys/" + HER), 403, "owner_required");
        Refusal.assertIs(ben.get("/v0/management/keys/nobody"), 403, "owner_required");
    }
}
