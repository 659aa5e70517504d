package dev.olp.features.identity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.fakeupstream.Exchange;
import dev.olp.fakeupstream.Reply;
import dev.olp.fakeupstream.Scenario;
import dev.olp.features.support.AuditTable;
import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpCommand;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.RawHttp;
import dev.olp.features.support.Refusal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** A chain over all logins of a provider, with the real claude: the next one is used when one is spent. */
class AccountChainIT {
    private static final Map<String, String> ACCOUNT_OF = Map.of(
            "Bearer fake-claude-token",
            "default",
            "Bearer fake-token-of-work",
            "work",
            "Bearer fake-token-of-guest",
            "guest");

    @RegisterExtension
    static final OlpServer olp = OlpServer.with()
            .scenario(Scenario.SCRIPT)
            .set("/providers/anthropic/credentials", "{\"default\": {}, \"work\": {}}")
            .set(
                    "/routing/chains",
                    "{\"haiku\": [{\"provider\": \"anthropic\", \"model\": \"claude-haiku-4-5\", \"account\": \"*\"}],"
                            + " \"sonnet\": [{\"provider\": \"anthropic\", \"model\": \"claude-sonnet-4-6\", \"account\": \"*\"}]}")
            .server();

    @BeforeAll
    static void logIn() throws IOException {
        FileAttribute<?> ours = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
        FileAttribute<?> mine = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        for (String account : List.of("work", "guest")) {
            Path folder = Files.createDirectories(olp.home().resolve("logins/anthropic/" + account), ours);
            Files.writeString(Files.createFile(folder.resolve("setup-token"), mine), "fake-token-of-" + account);
        }
    }

    @Test
    void theSecondLoginAnswersWhenTheFirstOnesWindowIsSpentAndKeepsTheKey() throws Exception {
        String key = key("anybody");
        olp.upstream().next(spent());

        dev.olp.features.support.Reply answered = chat(key, "sonnet");

        assertThat(answered.status()).as(answered.text()).isEqualTo(200);
        assertThat(answered.header("x-olp-fallback-hops")).isEqualTo("1");
        String first = account(olp.upstream().recorded().getFirst());
        String second = account(olp.upstream().recorded().getLast());
        assertThat(second).isNotEqualTo(first);
        AuditTable.Row row = new AuditTable(olp).of(answered.header("x-request-id"));
        assertThat(row.get("account")).isEqualTo(second);

        JsonNode explained =
                olp.get("/v0/management/chains?model=sonnet&key=anybody").json();
        assertThat(explained.path("hops").size()).isEqualTo(2);
        assertThat(explained.at("/next/account").asString("")).isEqualTo(second);
        olp.upstream().forget();
        assertThat(chat(key, "sonnet").status()).isEqualTo(200);
        assertThat(olp.upstream().recorded())
                .extracting(AccountChainIT::account)
                .containsOnly(second);
    }

    @Test
    void aKeyThatIsBoundToALoginNeverSpendsAnother() throws Exception {
        String key = key("bound", "--accounts=anthropic=guest");
        olp.upstream().next(spent());

        Refusal.assertIs(chat(key, "haiku"), 429, "usage_limit_reached");

        assertThat(olp.upstream().recorded())
                .extracting(AccountChainIT::account)
                .containsOnly("guest");
        JsonNode explained =
                olp.get("/v0/management/chains?model=haiku&key=bound").json();
        assertThat(explained.path("hops").size()).isOne();
        assertThat(explained.at("/hops/0/account").asString("")).isEqualTo("guest");
    }

    private static String account(Exchange exchange) {
        return ACCOUNT_OF.getOrDefault(exchange.header("authorization"), "none");
    }

    /** As the provider says it. */
    private static Reply spent() {
        return Reply.json(
                        429,
                        "{\"type\":\"error\",\"error\":{\"type\":\"rate_limit_error\",\"message\":\"This request would exceed"
                                + " your account's rate limit. Please try again later.\"}}")
                .with("anthropic-ratelimit-unified-status", "rejected")
                .with("anthropic-ratelimit-unified-reset", "1893456000")
                .with("anthropic-ratelimit-unified-representative-claim", "five_hour")
                .with("anthropic-ratelimit-unified-5h-status", "rejected")
                .with("anthropic-ratelimit-unified-5h-utilization", "1.0")
                .with("anthropic-ratelimit-unified-5h-reset", "1893456000")
                .with("anthropic-ratelimit-unified-overage-status", "rejected")
                .with("anthropic-ratelimit-unified-overage-disabled-reason", "org_level_disabled");
    }

    private static String key(String name, String... options) throws Exception {
        String[] arguments = new String[options.length + 3];
        arguments[0] = "keys";
        arguments[1] = "create";
        arguments[2] = "--name=" + name;
        System.arraycopy(options, 0, arguments, 3, options.length);
        OlpCommand made = olp.command(arguments);
        assertThat(made.exit()).as(made.err()).isZero();
        return made.out().strip();
    }

    private static dev.olp.features.support.Reply chat(String token, String model) throws IOException {
        try (RawHttp http = olp.connect()) {
            return http.post(
                            "/v1/chat/completions",
                            token,
                            Bodies.chat(model, "hi").getBytes(StandardCharsets.UTF_8))
                    .reply();
        }
    }
}
