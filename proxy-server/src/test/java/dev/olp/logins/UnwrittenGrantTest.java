package dev.olp.logins;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.isolation.posix.Posix;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a token endpoint granted and the login's file could not take at once. */
class UnwrittenGrantTest extends AtTokenEndpoint {
    @Test
    void what_cannot_be_written_is_used_and_written_later() throws Exception {
        Path file = stage().claude("old", Duration.ofSeconds(60));
        Path lock = file.resolveSibling(".storage-write.lock");
        stage().tokens().answers((exchange, count) -> {
            Files.createDirectory(lock);
            TokenServer.reply(exchange, 200, TokenStage.GRANT);
        });
        ManagedLogins logins = stage().server("one");

        assertThat(logins.find("anthropic", "default").secret()).isEqualTo("access-new");
        assertThat(logins.find("anthropic", "default").secret()).isEqualTo("access-new");
        assertThat(Files.readString(file)).contains("refresh-old");
        Files.delete(lock);
        assertThat(logins.find("anthropic", "default").secret()).isEqualTo("access-new");
        assertThat(Files.readString(file)).contains("refresh-new");
        assertThat(stage().tokens().asked()).hasSize(1);
    }

    @Test
    void what_could_not_be_written_is_written_when_the_server_stops() throws Exception {
        Path file = stage().codex(TokenStage.jwt(60));
        Path lock = file.resolveSibling("auth.json.lock");
        List<Posix.FileLock> held = new ArrayList<>();
        String fresh = TokenStage.jwt(28_800);
        stage().tokens().answers((exchange, count) -> {
            held.add(stage().posix().tryLock(lock.toString()).orElseThrow());
            TokenServer.reply(exchange, 200, "{\"access_token\":\"" + fresh + "\",\"refresh_token\":\"refresh-new\"}");
        });
        ManagedLogins logins = stage().server("one");

        assertThat(logins.find("openai", "default").secret()).isEqualTo(fresh);
        assertThat(Files.readString(file)).contains("refresh-old");
        held.forEach(Posix.FileLock::close);
        logins.close();
        assertThat(Files.readString(file)).contains("refresh-new", fresh);
    }

    @Test
    void a_token_that_was_granted_and_not_written_is_the_next_that_is_shown() throws Exception {
        Path file = stage().claude("old", Duration.ofSeconds(60));
        Path lock = file.resolveSibling(".storage-write.lock");
        stage().tokens().answers((exchange, count) -> {
            if (count == 1) {
                Files.createDirectory(lock);
            }
            TokenServer.reply(exchange, 200, """
                    {"access_token":"access-%1$d","refresh_token":"refresh-%1$d","expires_in":%2$d}""".formatted(count, count == 1 ? 100 : 28_800));
        });
        ManagedLogins logins = stage().server("one");

        assertThat(logins.find("anthropic", "default").secret()).isEqualTo("access-1");
        assertThat(logins.find("anthropic", "default").secret()).isEqualTo("access-2");
        assertThat(stage().tokens().asked().getLast().path("refresh_token").asString())
                .isEqualTo("refresh-1");
        Files.delete(lock);
        assertThat(logins.find("anthropic", "default").secret()).isEqualTo("access-2");
        assertThat(Files.readString(file)).contains("refresh-2");
    }
}
