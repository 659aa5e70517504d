package dev.olp.logins;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.olp.config.CredentialSettings.Renewal;
import dev.olp.logins.LoginSource.NoLogin;
import dev.olp.provider.Login;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Renewals by a call of our own to a token endpoint on loopback. */
class EndpointRenewerTest extends AtTokenEndpoint {
    @Test
    void claudes_is_renewed_as_its_cli_does() throws Exception {
        Path file = stage().claude("old", Duration.ofSeconds(60));
        Object inode = Files.getAttribute(file, "unix:ino");
        List<Boolean> locked = new ArrayList<>();
        stage().tokens().answers((exchange, count) -> {
            locked.add(Files.isDirectory(file.resolveSibling(".oauth_refresh.lock")));
            locked.add(Files.isDirectory(folder.resolve(".claude.lock")));
            TokenServer.reply(exchange, 200, TokenStage.GRANT);
        });

        assertThat(stage().find("anthropic").secret()).isEqualTo("access-new");

        assertThat(stage().tokens().asked()).containsExactly(TokenStage.json("""
                {"grant_type":"refresh_token","refresh_token":"refresh-old","client_id":"9d1c250a-e61b-44d9-88ed-5944d1962f5e","scope":"user:inference"}"""));
        JsonNode kept = TokenStage.json(Files.readString(file));
        assertThat(kept.at("/claudeAiOauth/accessToken").asString()).isEqualTo("access-new");
        assertThat(kept.at("/claudeAiOauth/refreshToken").asString()).isEqualTo("refresh-new");
        assertThat(kept.at("/claudeAiOauth/expiresAt").asLong())
                .isGreaterThan(Instant.now().plusSeconds(28_000).toEpochMilli());
        assertThat(kept.at("/claudeAiOauth/scopes")).isEqualTo(TokenStage.json("[\"user:inference\"]"));
        assertThat(kept.at("/claudeAiOauth/added").asInt()).isEqualTo(1);
        assertThat(kept.at("/other/kept").asBoolean()).isTrue();
        assertThat(Files.getPosixFilePermissions(file)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(Files.getAttribute(file, "unix:ino")).isNotEqualTo(inode);
        assertThat(locked).containsExactly(true, true);
        assertThat(names(folder.resolve(".claude")))
                .containsExactlyInAnyOrder(".credentials.json", ".olp-renewal.lock");
        assertThat(folder.resolve(".claude.lock")).doesNotExist();
    }

    @Test
    void codexs_is_renewed_as_its_cli_does_and_what_the_answer_lacks_stays() throws Exception {
        Path file = stage().codex(TokenStage.jwt(60));
        String fresh = TokenStage.jwt(28_800);
        stage().tokens().answers(200, "{\"access_token\":\"" + fresh + "\"}");

        Login login = stage().find("openai");

        assertThat(login.secret()).isEqualTo(fresh);
        assertThat(login.accountId()).isEqualTo("acc-1");
        assertThat(stage().tokens().asked()).containsExactly(TokenStage.json("""
                {"client_id":"app_EMoamEEZ73f0CkXaXp7hrann","grant_type":"refresh_token","refresh_token":"refresh-old"}"""));
        JsonNode kept = TokenStage.json(Files.readString(file));
        assertThat(kept.at("/tokens/access_token").asString()).isEqualTo(fresh);
        assertThat(kept.at("/tokens/refresh_token").asString()).isEqualTo("refresh-old");
        assertThat(kept.at("/tokens/id_token").asString()).isEqualTo("id-old");
        assertThat(Instant.parse(kept.path("last_refresh").asString()))
                .isAfter(Instant.now().minusSeconds(600));
        assertThat(kept.at("/unknown/kept").asBoolean()).isTrue();
    }

    @Test
    void two_servers_with_one_file_ask_once() throws Exception { // S104
        stage().claude("old", Duration.ofSeconds(60));
        stage().tokens().answers(200, TokenStage.GRANT);
        List<ManagedLogins> both = List.of(stage().server("one"), stage().server("two"));
        List<Future<Login>> found = new ArrayList<>();
        try (ExecutorService callers = Executors.newFixedThreadPool(8)) {
            for (int i = 0; i < 8; i++) {
                ManagedLogins asked = both.get(i % 2);
                found.add(callers.submit(() -> asked.find("anthropic", "default")));
            }
        }
        for (Future<Login> one : found) {
            assertThat(one.get().secret()).isEqualTo("access-new");
        }
        assertThat(stage().tokens().asked()).hasSize(1);
    }

    @Test
    void links_stay_and_their_real_file_is_replaced() throws Exception {
        Path real = LoginFolder.claude(
                folder.resolve("elsewhere"), "old", Instant.now().plusSeconds(60));
        Files.createDirectory(folder.resolve(".claude"));
        Path link = Files.createSymbolicLink(folder.resolve(".claude/.credentials.json"), real);
        stage().tokens().answers(200, TokenStage.GRANT);

        assertThat(stage().find("anthropic").secret()).isEqualTo("access-new");
        assertThat(link).isSymbolicLink();
        assertThat(Files.readString(real)).contains("refresh-new");
    }

    @Test
    void a_refused_login_is_renewed_though_it_has_life_left() throws Exception {
        stage().claude("old", Duration.ofHours(1));
        stage().tokens().answers(200, TokenStage.GRANT);
        ManagedLogins logins = stage().server("one");
        Login old = logins.find("anthropic", "default");
        assertThat(stage().tokens().asked()).isEmpty();

        assertThat(logins.refused("anthropic", "default", old)).isTrue();
        assertThat(logins.find("anthropic", "default").secret()).isEqualTo("access-new");
    }

    @Test
    void a_login_that_is_made_while_it_asks_stays() throws Exception {
        Path file = stage().claude("old", Duration.ofSeconds(60));
        stage().tokens().answers((exchange, count) -> {
            stage().claude("newer", Duration.ofHours(2));
            TokenServer.reply(exchange, 200, TokenStage.GRANT);
        });
        assertThat(stage().find("anthropic").secret()).isEqualTo("access-newer");
        assertThat(Files.readString(file)).contains("refresh-newer").doesNotContain("refresh-new\"");
    }

    @Test
    void a_login_that_goes_while_it_asks_does_not_come_back() throws Exception {
        Path file = stage().claude("old", Duration.ZERO);
        stage().tokens().answers((exchange, count) -> {
            Files.delete(file);
            TokenServer.reply(exchange, 200, TokenStage.GRANT);
        });
        assertThatThrownBy(() -> stage().find("anthropic")).isInstanceOf(NoLogin.class);
        assertThat(file).doesNotExist();
    }

    @Test
    void what_is_chosen_holds_from_the_next_renewal_on() throws Exception {
        stage().claude("old", Duration.ofMinutes(2));
        stage().tokens().answers(200, TokenStage.GRANT);
        stage().choose(Renewal.VENDOR);
        ManagedLogins logins = stage().server("one");
        assertThat(logins.find("anthropic", "default").secret())
                .as("there is no CLI")
                .isEqualTo("access-old");
        assertThat(stage().tokens().asked()).isEmpty();
        assertThat(logins.state("anthropic", "default").renewedBy()).isEqualTo(Renewal.VENDOR);
        stage().choose(Renewal.TOKEN_ENDPOINT);
        stage().claude("second", Duration.ofMinutes(2));
        assertThat(logins.find("anthropic", "default").secret()).isEqualTo("access-new");
        assertThat(logins.state("anthropic", "default").renewedBy()).isEqualTo(Renewal.TOKEN_ENDPOINT);
    }

    private static List<String> names(Path folder) throws IOException {
        try (var all = Files.list(folder)) {
            return all.map(path -> path.getFileName().toString()).toList();
        }
    }
}
