package dev.olp.logins;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.olp.isolation.process.ForegroundProgram;
import dev.olp.logins.LoginSource.NoLogin;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of the operator's login when runs get a link to it: the CLI is a stand-in that renews in several ways. */
class LinkedLoginsTest {
    private static final Instant NOW = Instant.parse("2026-11-29T10:00:00Z");
    private static final Duration RUN = Duration.ofMinutes(10);
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** As claude: a new file, renamed over what the home has. */
    private static final String BY_RENAME = "cp new x && chmod 600 x && mv x home";

    /** As codex: truncated and written through the link. */
    private static final String IN_PLACE = "cat new >home";

    @TempDir
    Path folder;

    private Path operators = Path.of("/");
    private LinkedLogins logins = logins();
    private int runs;

    @BeforeEach
    void logIn() throws IOException {
        logins = logins();
        operators = write(operatorsFolder(), "old", Duration.ofSeconds(60));
    }

    @ParameterizedTest
    @ValueSource(strings = {BY_RENAME, IN_PLACE})
    void a_run_that_renews_leaves_the_operator_logged_in(String way) throws Exception {
        write(run(), "new", Duration.ofHours(8));
        run(way);

        assertThat(text(operators)).contains("refresh-new", "\"kept\":true");
        assertThat(Files.isSymbolicLink(operators)).isFalse();
        assertThat(Files.getPosixFilePermissions(operators)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(names()).containsExactlyInAnyOrder(".credentials.json", ".olp-renewal.lock");
    }

    @Test
    void a_run_that_does_not_renew_leaves_every_byte() throws Exception {
        byte[] before = Files.readAllBytes(operators);
        Object inode = Files.getAttribute(operators, "unix:ino");
        run("cat home >/dev/null");
        assertThat(Files.readAllBytes(operators)).isEqualTo(before);
        assertThat(Files.getAttribute(operators, "unix:ino")).isEqualTo(inode);
    }

    @ParameterizedTest
    @CsvSource({
        // an emptied login, as claude 2.1.332 leaves it when the provider refuses
        "'printf ''{\"claudeAiOauth\":{\"accessToken\":\"\",\"refreshToken\":\"\",\"expiresAt\":0}}'' >x; mv x home'",
        "'printf ''{\"claudeAiOauth\":'' >x; mv x home'",
        "'printf nonsense >x; mv x home'",
        "'rm home; mkdir home'",
        "'rm home; ln -s /etc/hostname home'",
        "'rm home; mkfifo home'",
        "'rm home'",
        // through the link: half a file, nothing, an emptied login
        "'printf ''{\"claudeAiOauth\":'' >home'",
        "': >home'",
        "'printf ''{\"claudeAiOauth\":{\"accessToken\":\"\"}}'' >home'"
    })
    void what_is_no_newer_login_never_replaces_the_operators(String way) throws Exception { // S105
        byte[] before = Files.readAllBytes(operators);
        run(way);
        assertThat(Files.readAllBytes(operators)).isEqualTo(before);
    }

    @Test
    void an_older_login_is_not_carried_back() throws Exception {
        byte[] before = Files.readAllBytes(operators);
        write(run(), "new", Duration.ofSeconds(10));
        run(BY_RENAME);
        assertThat(Files.readAllBytes(operators)).isEqualTo(before);
    }

    @Test
    void a_login_that_the_operator_made_meanwhile_stays() throws Exception {
        write(run(), "new", Duration.ofHours(1));
        try (LinkedLogin _ = link(home())) {
            execute(BY_RENAME);
            write(operatorsFolder(), "operators", Duration.ofHours(8));
        }
        assertThat(text(operators)).contains("refresh-operators");
    }

    @Test
    void a_link_of_the_operators_stays_one_and_what_it_leads_to_is_replaced() throws Exception {
        Path elsewhere = write(folder.resolve("elsewhere"), "old", Duration.ofSeconds(60));
        Files.delete(operators);
        Files.createSymbolicLink(operators, elsewhere);
        write(run(), "new", Duration.ofHours(8));
        run(BY_RENAME);
        assertThat(Files.isSymbolicLink(operators)).isTrue();
        assertThat(text(elsewhere)).contains("refresh-new");
    }

    @Test
    void ten_runs_at_the_moment_of_expiry_renew_once_and_all_find_a_good_login() throws Exception { // S104
        AtomicInteger renewals = new AtomicInteger();
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?>[] all = new Future<?>[10];
            for (int i = 0; i < all.length; i++) {
                Path home = folder.resolve("home-" + i);
                all[i] = callers.submit(() -> {
                    // some of them as another process would: with nothing shared but the files
                    LinkedLogins mine = home.toString().endsWith("5") ? logins() : logins;
                    try (LinkedLogin _ = mine.link("anthropic", "default", home, RUN, PATIENCE)) {
                        if (text(home).contains("refresh-old")) {
                            int number = renewals.incrementAndGet();
                            Path made = write(folder.resolve("made-" + number), "new", Duration.ofHours(8));
                            Files.move(made, home, StandardCopyOption.ATOMIC_MOVE);
                        }
                        assertThat(text(home)).contains("refresh-new");
                    }
                    return null;
                });
            }
            for (Future<?> one : all) {
                one.get();
            }
        }
        assertThat(renewals).hasValue(1);
        assertThat(text(operators)).contains("refresh-new");
    }

    @Test
    void runs_that_cannot_renew_go_on_beside_each_other() throws Exception {
        write(operatorsFolder(), "old", Duration.ofHours(8));
        try (LinkedLogin _ = link(home());
                LinkedLogin _ = link(folder.resolve("other"))) {
            assertThat(Files.isSymbolicLink(home())).isTrue();
        }
    }

    @Test
    void who_waits_too_long_for_a_run_that_may_renew_is_told() throws Exception {
        try (LinkedLogin _ = link(home())) {
            assertThatThrownBy(() ->
                            logins.link("anthropic", "default", folder.resolve("other"), RUN, Duration.ofMillis(50)))
                    .isInstanceOf(NoLogin.class)
                    .hasMessageContaining("try again");
        }
        assertThat(Files.exists(folder.resolve("other"), LinkOption.NOFOLLOW_LINKS))
                .isFalse();
        link(folder.resolve("other")).close();
    }

    @Test
    void a_link_that_cannot_be_made_gives_its_turn_back() throws Exception {
        Files.createFile(home());
        assertThatThrownBy(() -> link(home())).isInstanceOf(IOException.class);
        link(folder.resolve("other")).close();
    }

    /** One run: linked, the stand-in's script in the run's folder, closed. */
    private void run(String script) throws Exception {
        try (LinkedLogin _ = link(home())) {
            execute(script);
        }
    }

    private void execute(String script) throws Exception {
        Path made = run().resolve(".credentials.json");
        if (Files.exists(made)) {
            Files.move(made, run().resolve("new"));
        }
        Path program = run().resolve("cli" + ++runs);
        Files.writeString(program, "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        assertThat(ForegroundProgram.run(program, List.of(), Map.of("PATH", "/usr/bin:/bin"), run()))
                .isZero();
    }

    private LinkedLogin link(Path destination) throws Exception {
        return logins.link("anthropic", "default", destination, RUN, PATIENCE);
    }

    private LinkedLogins logins() {
        return new LinkedLogins(
                new LoginPlaces(
                        Map.of("HOME", folder == null ? "/" : folder.toString()),
                        folder == null ? Path.of("/nowhere") : folder.resolve("store")),
                Clock.fixed(NOW, ZoneOffset.UTC));
    }

    private Path operatorsFolder() {
        return folder.resolve(".claude");
    }

    /** The run's folder; its home is the file that the CLI knows. */
    private Path run() throws IOException {
        return Files.createDirectories(folder.resolve("run"));
    }

    private Path home() throws IOException {
        return run().resolve("home");
    }

    private List<String> names() throws IOException {
        try (var all = Files.list(operatorsFolder())) {
            return all.map(path -> path.getFileName().toString()).toList();
        }
    }

    private static Path write(Path folder, String name, Duration life) throws IOException {
        return LoginFolder.claude(folder, name, NOW.plus(life));
    }

    private static String text(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.UTF_8);
    }
}
