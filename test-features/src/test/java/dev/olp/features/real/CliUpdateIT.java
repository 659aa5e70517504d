package dev.olp.features.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.olp.features.attacks.ReachableFolder;
import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.Paths;
import dev.olp.features.support.Reply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The vendor's updater replaces a CLI while it serves: a good update is taken once it is proven, a bad one never. */
@Tag("identity")
class CliUpdateIT {
    private static final Duration PROVEN = Duration.ofSeconds(60);

    @TempDir(factory = ReachableFolder.class)
    Path vendor;

    private @Nullable OlpServer opened;

    @AfterEach
    void close() throws Exception {
        olp().close();
    }

    @Test
    void the_one_before_serves_on_until_the_new_one_is_proven() throws Exception { // S84
        serve("prove");
        assertThat(version()).isEqualTo("2.1.152");

        replace(Path.of("/usr/bin/true"));
        assertAnswers();
        await().atMost(PROVEN).untilAsserted(() -> {
            assertAnswers();
            assertThat(sandbox().path("update_held_back").asString("")).contains("not a known CLI");
        });
        assertThat(sandbox().path("state").asString("")).isEqualTo("ready");
        assertThat(version()).isEqualTo("2.1.152");

        replace(Paths.claude());
        await().atMost(PROVEN).untilAsserted(() -> {
            assertAnswers();
            assertThat(version()).isEqualTo("2.1.332");
        });
        assertAnswers();
        assertThat(sandbox().path("update_held_back").isNull()).isTrue();
        assertThat(copies()).isLessThanOrEqualTo(2);
    }

    @Test
    void who_wants_to_approve_updates_gets_them_at_the_next_start() throws Exception {
        serve("approve");
        replace(Paths.claude());
        assertAnswers();
        assertThat(sandbox().path("update_held_back").asString("")).contains("cli_updates");
        assertThat(version()).isEqualTo("2.1.152");

        olp().stop();
        olp().start();
        assertAnswers();
        assertThat(version()).isEqualTo("2.1.332");
    }

    private void serve(String updates) throws Exception {
        replace(Paths.oldClaude());
        opened = OlpServer.with()
                .environment("OLP_CLAUDE_BIN", binary().toString())
                .set("/isolation/cli_updates", "\"" + updates + "\"")
                .server();
        olp().open();
        olp().stop();
        // a server that is root can only use a copy that its children's user gets to
        Files.setPosixFilePermissions(olp().home(), PosixFilePermissions.fromString("rwx--x--x"));
        olp().start();
        assertThat(sandbox().path("cli_copied").asBoolean(false)).isTrue();
        assertAnswers();
    }

    private OlpServer olp() {
        return Objects.requireNonNull(opened);
    }

    private Path binary() {
        return vendor.resolve("claude");
    }

    private void replace(Path version) throws IOException {
        Path fresh = Files.copy(version, vendor.resolve("fresh"));
        Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.move(fresh, binary(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private void assertAnswers() throws IOException {
        Reply reply = olp().chat(Bodies.chat("sonnet", "hi"));
        assertThat(reply.status()).as(() -> reply.text() + olp().log()).isEqualTo(200);
    }

    private JsonNode sandbox() throws IOException {
        return olp().get("/health").json().at("/sandbox/providers/anthropic");
    }

    private String version() throws IOException {
        return olp().get("/health").json().at("/providers/anthropic/version").asString("");
    }

    private long copies() throws IOException {
        try (Stream<Path> all = Files.list(olp().home().resolve("cli/anthropic"))) {
            return all.count();
        }
    }
}
