package dev.olp.logins;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.olp.config.CredentialSettings;
import dev.olp.isolation.home.ThrowAwaySandbox;
import dev.olp.isolation.posix.NativePosix;
import dev.olp.logins.LoginSource.NoLogin;
import dev.olp.provider.Login;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Renewals by a stand-in for claude, in the run that the server makes for them. */
class ManagedLoginsTest {
    private static final LoginTimes TIMES = new LoginTimes(
            Duration.ofSeconds(240),
            Duration.ofSeconds(30),
            Duration.ofSeconds(3),
            Duration.ofMinutes(1),
            Duration.ofMinutes(2));

    /** Renews as claude does, noting that it did, and stays until stdin ends. */
    private static final String RENEWING = """
            IFS= read -r line; case $line in *initialize*) ;; *) exit 9 ;; esac
            echo renewed >>%1$s/notes; env >%1$s/env
            printf '{"claudeAiOauth":{"accessToken":"access-new","refreshToken":"refresh-new","expiresAt":99999999999999}}' >"$HOME/.claude/.x"
            chmod 600 "$HOME/.claude/.x"; mv "$HOME/.claude/.x" "$HOME/.claude/.credentials.json"
            cat >/dev/null
            """;

    @TempDir
    Path folder;

    private final List<ManagedLogins> servers = new ArrayList<>();
    private @Nullable ThrowAwaySandbox opened;

    @BeforeEach
    void start() throws Exception {
        Path spawnRoot = Files.createDirectory(
                folder.resolve("spawn"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        opened = new ThrowAwaySandbox(
                spawnRoot, new byte[32], new SecureRandom(), Clock.systemUTC(), NativePosix.load());
    }

    @AfterEach
    void stop() throws Exception {
        servers.forEach(ManagedLogins::close);
        assertThat(sandbox().liveRuns()).isZero();
        sandbox().close();
    }

    @Test
    void two_servers_with_one_file_renew_it_once() throws Exception { // S104
        cli(RENEWING.formatted(folder));
        operators("old", Duration.ofSeconds(60));
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
        assertThat(Files.readAllLines(folder.resolve("notes"))).hasSize(1);
    }

    @Test
    void a_refused_login_with_life_left_is_spent_and_renewed() throws Exception {
        cli("grep -q '\"expiresAt\":1[,}]' \"$HOME/.claude/.credentials.json\" || exit 9\n"
                + RENEWING.formatted(folder));
        operators("old", Duration.ofHours(1));
        ManagedLogins logins = server("one");
        Login old = logins.find("anthropic", "default");

        assertThat(logins.refused("anthropic", "default", old)).isTrue();
        assertThat(logins.find("anthropic", "default").secret()).isEqualTo("access-new");
    }

    @Test
    void the_run_that_renews_sees_nothing_of_the_server_but_what_a_network_needs() throws Exception {
        cli(RENEWING.formatted(folder));
        operators("old", Duration.ofSeconds(60));
        server("one").find("anthropic", "default");

        assertThat(Files.readString(folder.resolve("env")))
                .contains("HTTPS_PROXY=http://127.0.0.1:1", "HOME=" + folder)
                .doesNotContain("OLP_OWNER_TOKEN", "secret");
    }

    @Test
    void a_cli_that_empties_the_file_leaves_a_login_that_is_told() throws Exception { // S105
        cli("""
                IFS= read -r line
                printf '{"claudeAiOauth":{"accessToken":"","refreshToken":"","expiresAt":0}}' >"$HOME/.claude/.credentials.json"
                cat >/dev/null
                """);
        operators("old", Duration.ZERO);
        ManagedLogins logins = server("one");
        assertThatThrownBy(() -> logins.find("anthropic", "default"))
                .isInstanceOf(NoLogin.class)
                .hasMessageContaining("run `olp login anthropic`");
    }

    @Test
    void a_cli_that_hangs_is_ended_and_the_login_stays() throws Exception {
        cli("exec sleep 600");
        Path file = operators("old", Duration.ZERO);
        byte[] before = Files.readAllBytes(file);
        ManagedLogins logins = server("one");
        assertThatThrownBy(() -> logins.find("anthropic", "default")).isInstanceOf(NoLogin.class);
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
    }

    private ManagedLogins server(String store) {
        ManagedLogins server = new ManagedLogins(
                new LoginPlaces(Map.of("HOME", folder.toString()), folder.resolve(store)),
                new Renewers(
                        sandbox(),
                        provider -> folder.resolve("claude"),
                        Map.of("HTTPS_PROXY", "http://127.0.0.1:1", "OLP_OWNER_TOKEN", "secret"),
                        (provider, account) -> CredentialSettings.Renewal.VENDOR,
                        NativePosix.load()),
                TIMES,
                Clock.systemUTC());
        servers.add(server);
        return server;
    }

    private ThrowAwaySandbox sandbox() {
        return Objects.requireNonNull(opened);
    }

    private void cli(String script) throws IOException {
        Path program = Files.writeString(folder.resolve("claude"), "#!/bin/sh\n" + script);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    }

    private Path operators(String name, Duration life) throws IOException {
        return LoginFolder.claude(folder.resolve(".claude"), name, Instant.now().plus(life));
    }
}
