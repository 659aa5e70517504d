package dev.olp.logins;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.olp.config.CredentialSettings.Renewal;
import dev.olp.isolation.home.ThrowAwaySandbox;
import dev.olp.isolation.posix.NativePosix;
import dev.olp.isolation.posix.Posix;
import dev.olp.logins.LoginSource.NoLogin;
import dev.olp.provider.Login;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Renewals by a call of our own to a token endpoint on loopback. */
class EndpointRenewerTest {
    private static final LoginTimes TIMES = new LoginTimes(
            Duration.ofSeconds(240),
            Duration.ofSeconds(30),
            Duration.ofSeconds(4),
            Duration.ofMinutes(1),
            Duration.ofMinutes(2));
    private static final String GRANT =
            "{\"access_token\":\"access-new\",\"refresh_token\":\"refresh-new\",\"expires_in\":28800}";

    @TempDir
    Path folder;

    private final Posix posix = NativePosix.load();
    private final List<ManagedLogins> servers = new ArrayList<>();
    private Renewal chosen = Renewal.TOKEN_ENDPOINT;
    private @Nullable ThrowAwaySandbox opened;
    private @Nullable TokenServer started;

    @BeforeEach
    void start() throws Exception {
        Path spawnRoot = Files.createDirectory(
                folder.resolve("spawn"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        opened = new ThrowAwaySandbox(spawnRoot, new byte[32], new SecureRandom(), Clock.systemUTC(), posix);
        started = new TokenServer();
    }

    @AfterEach
    void stop() throws Exception {
        servers.forEach(ManagedLogins::close);
        tokens().close();
        Objects.requireNonNull(opened).close();
    }

    @Test
    void claudes_is_renewed_as_its_cli_does() throws Exception {
        Path file = claude("old", Duration.ofSeconds(60));
        Object inode = Files.getAttribute(file, "unix:ino");
        List<Boolean> locked = new ArrayList<>();
        tokens().answers((exchange, count) -> {
            locked.add(Files.isDirectory(file.resolveSibling(".oauth_refresh.lock")));
            locked.add(Files.isDirectory(folder.resolve(".claude.lock")));
            TokenServer.reply(exchange, 200, GRANT);
        });

        assertThat(find("anthropic").secret()).isEqualTo("access-new");

        assertThat(tokens().asked()).containsExactly(json("""
                {"grant_type":"refresh_token","refresh_token":"refresh-old","client_id":"9d1c250a-e61b-44d9-88ed-5944d1962f5e","scope":"user:inference"}"""));
        JsonNode kept = json(Files.readString(file));
        assertThat(kept.at("/claudeAiOauth/accessToken").asString()).isEqualTo("access-new");
        assertThat(kept.at("/claudeAiOauth/refreshToken").asString()).isEqualTo("refresh-new");
        assertThat(kept.at("/claudeAiOauth/expiresAt").asLong())
                .isGreaterThan(Instant.now().plusSeconds(28_000).toEpochMilli());
        assertThat(kept.at("/claudeAiOauth/scopes")).isEqualTo(json("[\"user:inference\"]"));
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
        Path file = codex(jwt(60));
        String fresh = jwt(28_800);
        tokens().answers(200, "{\"access_token\":\"" + fresh + "\"}");

        Login login = find("openai");

        assertThat(login.secret()).isEqualTo(fresh);
        assertThat(login.accountId()).isEqualTo("acc-1");
        assertThat(tokens().asked()).containsExactly(json("""
                {"client_id":"app_EMoamEEZ73f0CkXaXp7hrann","grant_type":"refresh_token","refresh_token":"refresh-old"}"""));
        JsonNode kept = json(Files.readString(file));
        assertThat(kept.at("/tokens/access_token").asString()).isEqualTo(fresh);
        assertThat(kept.at("/tokens/refresh_token").asString()).isEqualTo("refresh-old");
        assertThat(kept.at("/tokens/id_token").asString()).isEqualTo("id-old");
        assertThat(Instant.parse(kept.path("last_refresh").asString()))
                .isAfter(Instant.now().minusSeconds(600));
        assertThat(kept.at("/unknown/kept").asBoolean()).isTrue();
    }

    @Test
    void two_servers_with_one_file_ask_once() throws Exception { // S104
        claude("old", Duration.ofSeconds(60));
        tokens().answers(200, GRANT);
        List<ManagedLogins> both = List.of(server("one"), server("two"));
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
        assertThat(tokens().asked()).hasSize(1);
    }

    @Test
    void links_stay_and_their_real_file_is_replaced() throws Exception {
        Path real = LoginFolder.claude(
                folder.resolve("elsewhere"), "old", Instant.now().plusSeconds(60));
        Files.createDirectory(folder.resolve(".claude"));
        Path link = Files.createSymbolicLink(folder.resolve(".claude/.credentials.json"), real);
        tokens().answers(200, GRANT);

        assertThat(find("anthropic").secret()).isEqualTo("access-new");
        assertThat(link).isSymbolicLink();
        assertThat(Files.readString(real)).contains("refresh-new");
    }

    @Test
    void a_refused_login_is_renewed_though_it_has_life_left() throws Exception {
        claude("old", Duration.ofHours(1));
        tokens().answers(200, GRANT);
        ManagedLogins logins = server("one");
        Login old = logins.find("anthropic", "default");
        assertThat(tokens().asked()).isEmpty();

        assertThat(logins.refused("anthropic", "default", old)).isTrue();
        assertThat(logins.find("anthropic", "default").secret()).isEqualTo("access-new");
    }

    @Test
    void a_login_that_is_made_while_it_asks_stays() throws Exception {
        Path file = claude("old", Duration.ofSeconds(60));
        tokens().answers((exchange, count) -> {
            claude("newer", Duration.ofHours(2));
            TokenServer.reply(exchange, 200, GRANT);
        });
        assertThat(find("anthropic").secret()).isEqualTo("access-newer");
        assertThat(Files.readString(file)).contains("refresh-newer").doesNotContain("refresh-new\"");
    }

    @Test
    void a_login_that_goes_while_it_asks_does_not_come_back() throws Exception {
        Path file = claude("old", Duration.ZERO);
        tokens().answers((exchange, count) -> {
            Files.delete(file);
            TokenServer.reply(exchange, 200, GRANT);
        });
        assertThatThrownBy(() -> find("anthropic")).isInstanceOf(NoLogin.class);
        assertThat(file).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            400 | {"error":"invalid_grant","error_description":"refresh-old is used up"} | status 400, invalid_grant
            401 | {"error":{"code":"refresh_token_reused","message":"refresh-old"}}      | status 401, refresh_token_reused
            """)
    void a_login_that_its_provider_has_ended_is_told_once_and_held_back(int status, String body, String problem)
            throws Exception { // S105
        Path file = claude("old", Duration.ZERO);
        byte[] before = Files.readAllBytes(file);
        tokens().answers(status, body);
        ManagedLogins logins = server("one");
        for (int i = 0; i < 5; i++) {
            assertThatThrownBy(() -> logins.find("anthropic", "default"))
                    .isInstanceOf(NoLogin.class)
                    .hasMessageContaining(problem)
                    .hasMessageContaining("run `olp login anthropic`")
                    .hasMessageNotContaining("refresh-old");
        }
        assertThat(tokens().asked()).hasSize(1);
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
        assertThat(logins.state("anthropic", "default").problem()).contains(problem);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            500 | {"error":"server_error"}
            429 | {"error":{"code":"rate_limited"}}
            302 | {}
            200 | no JSON
            200 | {"token_type":"Bearer"}
            400 | <html>
            """)
    void what_may_pass_leaves_the_old_token_in_use_while_it_lives(int status, String body) throws Exception {
        claude("old", Duration.ofMinutes(2));
        tokens().answers(status, body);
        ManagedLogins logins = server("one");
        for (int i = 0; i < 3; i++) {
            assertThat(logins.find("anthropic", "default").secret()).isEqualTo("access-old");
        }
        assertThat(tokens().asked()).hasSize(1);
    }

    @Test
    void an_answer_without_end_or_too_long_is_given_up() throws Exception {
        claude("old", Duration.ofMinutes(2));
        CountDownLatch never = new CountDownLatch(1);
        tokens().answers((exchange, count) -> {
            exchange.sendResponseHeaders(200, 0);
            if (count == 1) {
                never.await();
            }
            byte[] much = "\"".repeat(1 << 20).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseBody().write(much);
        });
        try {
            assertThat(find("anthropic").secret()).isEqualTo("access-old");
            assertThat(server("again").find("anthropic", "default").secret()).isEqualTo("access-old");
            assertThat(tokens().asked()).hasSize(2);
        } finally {
            never.countDown();
        }
    }

    @Test
    void what_cannot_be_written_is_used_and_written_later() throws Exception {
        Path file = claude("old", Duration.ofSeconds(60));
        Path lock = file.resolveSibling(".storage-write.lock");
        tokens().answers((exchange, count) -> {
            Files.createDirectory(lock);
            TokenServer.reply(exchange, 200, GRANT);
        });
        ManagedLogins logins = server("one");

        assertThat(logins.find("anthropic", "default").secret()).isEqualTo("access-new");
        assertThat(logins.find("anthropic", "default").secret()).isEqualTo("access-new");
        assertThat(Files.readString(file)).contains("refresh-old");
        Files.delete(lock);
        assertThat(logins.find("anthropic", "default").secret()).isEqualTo("access-new");
        assertThat(Files.readString(file)).contains("refresh-new");
        assertThat(tokens().asked()).hasSize(1);
    }

    @Test
    void what_could_not_be_written_is_written_when_the_server_stops() throws Exception {
        Path file = codex(jwt(60));
        Path lock = file.resolveSibling("auth.json.lock");
        List<Posix.FileLock> held = new ArrayList<>();
        String fresh = jwt(28_800);
        tokens().answers((exchange, count) -> {
            held.add(posix.tryLock(lock.toString()).orElseThrow());
            TokenServer.reply(exchange, 200, "{\"access_token\":\"" + fresh + "\",\"refresh_token\":\"refresh-new\"}");
        });
        ManagedLogins logins = server("one");

        assertThat(logins.find("openai", "default").secret()).isEqualTo(fresh);
        assertThat(Files.readString(file)).contains("refresh-old");
        held.forEach(Posix.FileLock::close);
        logins.close();
        assertThat(Files.readString(file)).contains("refresh-new", fresh);
    }

    @Test
    void a_token_that_was_granted_and_not_written_is_the_next_that_is_shown() throws Exception {
        Path file = claude("old", Duration.ofSeconds(60));
        Path lock = file.resolveSibling(".storage-write.lock");
        tokens().answers((exchange, count) -> {
            if (count == 1) {
                Files.createDirectory(lock);
            }
            TokenServer.reply(exchange, 200, """
                    {"access_token":"access-%1$d","refresh_token":"refresh-%1$d","expires_in":%2$d}""".formatted(count, count == 1 ? 100 : 28_800));
        });
        ManagedLogins logins = server("one");

        assertThat(logins.find("anthropic", "default").secret()).isEqualTo("access-1");
        assertThat(logins.find("anthropic", "default").secret()).isEqualTo("access-2");
        assertThat(tokens().asked().getLast().path("refresh_token").asString()).isEqualTo("refresh-1");
        Files.delete(lock);
        assertThat(logins.find("anthropic", "default").secret()).isEqualTo("access-2");
        assertThat(Files.readString(file)).contains("refresh-2");
    }

    @Test
    void what_is_chosen_holds_from_the_next_renewal_on() throws Exception {
        claude("old", Duration.ofMinutes(2));
        tokens().answers(200, GRANT);
        chosen = Renewal.VENDOR;
        ManagedLogins logins = server("one");
        assertThat(logins.find("anthropic", "default").secret())
                .as("there is no CLI")
                .isEqualTo("access-old");
        assertThat(tokens().asked()).isEmpty();
        assertThat(logins.state("anthropic", "default").renewedBy()).isEqualTo(Renewal.VENDOR);
        chosen = Renewal.TOKEN_ENDPOINT;
        claude("second", Duration.ofMinutes(2));
        assertThat(logins.find("anthropic", "default").secret()).isEqualTo("access-new");
        assertThat(logins.state("anthropic", "default").renewedBy()).isEqualTo(Renewal.TOKEN_ENDPOINT);
    }

    @ParameterizedTest
    @CsvSource({
        "OLP_CLAUDE_TOKEN_URL, http://token.example/oauth",
        "OLP_CLAUDE_TOKEN_URL, ftp://127.0.0.1/oauth",
        "HTTPS_PROXY, http://me:secret@proxy.example:3128",
        "https_proxy, socks5://proxy.example:1080",
        "NODE_EXTRA_CA_CERTS, /no/such/file.pem"
    })
    void a_variable_that_leads_nowhere_is_named(String variable, String value) {
        Map<String, String> environment = Map.of(variable, value);
        assertThatThrownBy(() -> Renewers.endpoint("anthropic", environment))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(variable.toUpperCase(Locale.ROOT) + ":")
                .hasMessageNotContaining("secret");
    }

    @Test
    void without_variables_it_is_the_vendors_own() {
        assertThat(Renewers.endpoint("anthropic", Map.of())).isEqualTo("platform.claude.com");
        assertThat(Renewers.endpoint("openai", Map.of())).isEqualTo("auth.openai.com");
    }

    private Login find(String provider) throws NoLogin, InterruptedException {
        return server("store-" + servers.size()).find(provider, "default");
    }

    private ManagedLogins server(String store) {
        ManagedLogins server = new ManagedLogins(
                new LoginPlaces(Map.of("HOME", folder.toString()), folder.resolve(store)),
                renewers(Map.of(
                        "OLP_CLAUDE_TOKEN_URL", tokens().url(),
                        "CODEX_REFRESH_TOKEN_URL_OVERRIDE", tokens().url(),
                        "HTTPS_PROXY", "http://127.0.0.1:1")),
                TIMES,
                Clock.systemUTC());
        servers.add(server);
        return server;
    }

    private Renewers renewers(Map<String, String> environment) {
        return new Renewers(
                Objects.requireNonNull(opened),
                provider -> folder.resolve("no-cli"),
                environment,
                (provider, account) -> chosen,
                posix);
    }

    private TokenServer tokens() {
        return Objects.requireNonNull(started);
    }

    private Path claude(String name, Duration life) throws IOException {
        return LoginFolder.claude(folder.resolve(".claude"), name, Instant.now().plus(life));
    }

    private Path codex(String token) throws IOException {
        return LoginFolder.write(folder.resolve(".codex"), "auth.json", """
                {"auth_mode":"chatgpt","OPENAI_API_KEY":null,"tokens":{"id_token":"id-old","access_token":"%s","refresh_token":"refresh-old","account_id":"acc-1"},"last_refresh":"2026-01-01T00:00:00Z","unknown":{"kept":true}}""".formatted(token));
    }

    private static String jwt(long lifeSeconds) {
        String payload = "{\"exp\":" + (Instant.now().getEpochSecond() + lifeSeconds) + "}";
        return "e30." + Base64.getUrlEncoder().withoutPadding().encodeToString(payload.getBytes(StandardCharsets.UTF_8))
                + ".c2ln";
    }

    private static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text);
    }

    private static List<String> names(Path folder) throws IOException {
        try (var all = Files.list(folder)) {
            return all.map(path -> path.getFileName().toString()).toList();
        }
    }
}
