package dev.olp.features.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.olp.audit.AuditRecord;
import dev.olp.audit.AuditRecord.Isolation;
import dev.olp.audit.Outcome;
import dev.olp.features.support.Bodies;
import dev.olp.features.support.Ledger;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.RawHttp;
import dev.olp.features.support.Reply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** One row for each request under /v1, whatever became of it. */
class AuditIT {
    private static final String CHAT = "/v1/chat/completions";
    private static final String SECRET_KEY = "olp_planted-key-0123456789abcdefghijklmnopqrstuvwx";
    private static final String SECRET_TEXT = "pr0mpt-that-stays-out";

    @RegisterExtension
    static final OlpServer olp =
            OlpServer.with().standIns().environment("OLP_LOG_LEVEL", "debug").server();

    private Ledger ledger;

    @BeforeEach
    void open() {
        ledger = Ledger.of(olp.home());
    }

    @AfterEach
    void close() {
        ledger.close();
    }

    @Test
    void anAnswerIsWrittenDownWithItsTokensAndTimes() throws IOException {
        Reply reply = olp.chat(Bodies.with(Bodies.chat("sonnet", SECRET_TEXT), "\"user\":\"someone@example.org\""));

        AuditRecord row = ledger.row(reply);
        assertThat(row.outcome()).isEqualTo(Outcome.SUCCESS);
        assertThat(row.status()).isEqualTo(200);
        assertThat(row.requestedModel()).isEqualTo("sonnet");
        assertThat(row.servedModel()).isEqualTo("claude-sonnet-4-6");
        assertThat(row.provider()).isEqualTo("anthropic");
        assertThat(row.tier()).isEqualTo("OWNER");
        assertThat(row.inputTokens()).isEqualTo(28);
        assertThat(row.cachedTokens()).isEqualTo(3);
        assertThat(row.outputTokens()).isEqualTo(12);
        assertThat(row.account()).isEqualTo("default");
        assertThat(row.cacheStatus()).isEqualTo("bypass");
        assertThat(row.chainId()).isEqualTo("claude-sonnet-4-6");
        assertThat(row.isolation()).isEqualTo(new Isolation("shared-os-user", posture(), "usr"));
        assertThat(row.costMicros()).isPositive();
        assertThat(row.spawnMs()).isNotNull();
        assertThat(row.firstTokenMs()).isNotNull();
        assertThat(row.userHash()).hasSize(64);
        assertThat(row.clientAddress()).isEqualTo("127.0.0.1");
    }

    /** This machine may not be able to limit everything. */
    private static String posture() throws IOException {
        return olp.get("/health").json().at("/sandbox/posture").stringValue();
    }

    @Test
    void refusalsAreWrittenDownWithTheirCode() throws IOException {
        assertRow(noKey(), 401, "missing_api_key");
        assertRow(olp.chat("{"), 400, "invalid_json");
        assertRow(olp.chat(Bodies.chat("no-such-model", SECRET_TEXT)), 404, "model_not_found");
        assertRow(olp.get("/v1/embeddings"), 404, "unsupported_endpoint");
        assertRow(olp.get(CHAT), 405, "method_not_allowed");
        assertRow(olp.get("/v1/models/none"), 404, "model_not_found");
    }

    @Test
    void aProvidersFaultIsWrittenDownAsItsOwn() throws IOException {
        AuditRecord row = ledger.row(olp.chat(Bodies.chat("sonnet", "{{exit:3}}")));

        assertThat(row.outcome()).isEqualTo(Outcome.PROVIDER_FAULT);
        assertThat(row.status()).isEqualTo(502);
        assertThat(row.errorCode()).isEqualTo("provider_error");
        assertThat(row.provider()).isEqualTo("anthropic");
    }

    @Test
    void aClientThatLeavesIsNobodysFault() throws IOException {
        String id;
        try (RawHttp http = olp.connect()) {
            http.chat(Bodies.stream("sonnet", "{{stall}}"));
            Reply head = http.head();
            id = head.header("x-request-id");
            http.abort();
        }

        AuditRecord row = ledger.row(id);
        assertThat(row.outcome()).isEqualTo(Outcome.CLIENT_GONE);
        assertThat(row.status()).isEqualTo(499);
        assertThat(row.errorCode()).isNull();
        assertThat(row.servedModel()).isEqualTo("claude-sonnet-4-6");
        assertThat(olp.log()).doesNotContain(" ERROR ");
    }

    @Test
    void aClientThatLeavesBeforeItsReplyIsWrittenDownToo() throws IOException {
        try (RawHttp http = olp.connect()) {
            http.chat(Bodies.with(Bodies.chat("haiku", "{{silent}}"), "\"user\":\"leaver\""));
            await().atMost(Duration.ofSeconds(15))
                    .until(() -> !olp.notes("modes").isEmpty()
                            && olp.notes("modes").getLast().equals("silent"));
            http.abort();
        }

        await().atMost(Duration.ofSeconds(15))
                .untilAsserted(() -> assertThat(ledger.latest()).hasValueSatisfying(row -> {
                    assertThat(row.requestedModel()).isEqualTo("haiku");
                    assertThat(row.status()).isEqualTo(499);
                }));
    }

    /** Planted in a prompt, in a streamed one, in broken bodies, in a model's name and in each place of a key. */
    @Test
    void noPromptAnswerOrTokenIsWrittenAnywhere() throws IOException {
        ledger.row(olp.chat(Bodies.chat("sonnet", SECRET_TEXT)));
        ledger.row(olp.stream(Bodies.stream("sonnet", SECRET_TEXT)).head());
        ledger.row(olp.chat(Bodies.chat("sonnet", "{{exit:3}} " + SECRET_TEXT)));
        ledger.row(olp.chat(Bodies.chat("x", "x").replace("\"stream\"", "\"" + SECRET_TEXT)));
        ledger.row(olp.chat(Bodies.chat("sonnet", "x"), "X-Api-Key: " + SECRET_KEY));
        ledger.row(olp.get("/v1/models?key=" + SECRET_KEY));
        try (RawHttp http = olp.connect()) {
            ledger.row(http.post(CHAT, SECRET_KEY, "{}".getBytes(StandardCharsets.UTF_8))
                    .reply());
        }

        List<String> secrets = List.of(
                SECRET_TEXT,
                SECRET_KEY,
                "Hello from the stand-in",
                OlpServer.OWNER_TOKEN,
                "fake-claude-token",
                "fake-codex-key");
        try (Stream<Path> files = Files.walk(olp.home())) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
                        .as(file.toString())
                        .doesNotContain(secrets);
            }
        }
        for (String page : List.of("/health", "/metrics", "/v0/management/audit?limit=1000", "/v0/management/keys")) {
            assertThat(olp.get(page).text()).as(page).doesNotContain(secrets);
        }
        assertThat(olp.log()).doesNotContain(secrets);
    }

    private void assertRow(Reply reply, int status, String code) {
        AuditRecord row = ledger.row(reply);
        assertThat(reply.status()).isEqualTo(status);
        assertThat(row.status()).isEqualTo(status);
        assertThat(row.errorCode()).isEqualTo(code);
        assertThat(row.outcome()).isEqualTo(Outcome.CLIENT_ERROR);
        assertThat(row.provider()).isNull();
        assertThat(row.spawnMs()).isNull();
    }

    private static Reply noKey() throws IOException {
        try (RawHttp http = olp.connect()) {
            return http.post(CHAT, "", "{}".getBytes(StandardCharsets.UTF_8)).reply();
        }
    }
}
