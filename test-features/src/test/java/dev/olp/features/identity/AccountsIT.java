package dev.olp.features.identity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpCommand;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.RawHttp;
import dev.olp.features.support.Refusal;
import dev.olp.features.support.Reply;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Several logins of one provider, and keys that are bound to one. */
class AccountsIT {
    @RegisterExtension
    static final OlpServer olp = OlpServer.with().server();

    @Test
    void aKeyUsesTheLoginThatItIsBoundToAndNoOther() throws Exception {
        FileAttribute<?> ours = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
        FileAttribute<?> mine = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        Path work = Files.createDirectories(olp.home().resolve("logins/anthropic/work"), ours);
        Files.writeString(Files.createFile(work.resolve("setup-token"), mine), "fake-token-of-work");
        String plain = key("--name=plain");
        String bound = key("--name=bound", "--accounts=anthropic=work");
        Path gone = Files.createDirectories(olp.home().resolve("logins/anthropic/gone"), ours);
        String lost = key("--name=lost", "--accounts=anthropic=gone");
        Files.delete(gone);

        assertThat(chat(plain).status()).isEqualTo(200);
        assertThat(shown()).isEqualTo("Bearer fake-claude-token");
        Reply reply = chat(bound);
        assertThat(reply.status()).as(reply.text()).isEqualTo(200);
        assertThat(shown()).isEqualTo("Bearer fake-token-of-work");
        olp.upstream().forget();
        Refusal.assertIs(chat(lost), 503, "upstream_auth_required");
        assertThat(olp.upstream().recorded()).isEmpty();
        assertThat(olp.log()).contains("--account gone");
    }

    @Test
    void aKeyIsBoundToNoLoginThatNobodyKnows() throws Exception {
        OlpCommand refused = olp.command("keys", "create", "--name=nobody", "--accounts=anthropic=nowhere");
        assertThat(refused.exit()).isNotZero();
        assertThat(refused.err()).contains("not known here (expected: of default");

        Reply reply;
        try (RawHttp http = olp.connect()) {
            reply = http.post(
                            "/v0/management/keys",
                            OlpServer.OWNER_TOKEN,
                            "{\"name\":\"nobody\",\"accounts\":{\"openai\":\"nowhere\"}}"
                                    .getBytes(StandardCharsets.UTF_8))
                    .reply();
        }
        Refusal.assertIs(reply, 400, "invalid_value");
        assertThat(reply.json().at("/error/param").asString()).isEqualTo("accounts");
        assertThat(olp.command("keys", "list").out()).doesNotContain("nobody");
    }

    private static String shown() {
        return olp.upstream().recorded().getLast().header("authorization");
    }

    private static String key(String... options) throws Exception {
        String[] arguments = new String[options.length + 2];
        arguments[0] = "keys";
        arguments[1] = "create";
        System.arraycopy(options, 0, arguments, 2, options.length);
        OlpCommand made = olp.command(arguments);
        assertThat(made.exit()).as(made.err()).isZero();
        return made.out().strip();
    }

    private static Reply chat(String token) throws Exception {
        try (RawHttp http = olp.connect()) {
            return http.post(
                            "/v1/chat/completions",
                            token,
                            Bodies.chat("sonnet", "hi").getBytes(StandardCharsets.UTF_8))
                    .reply();
        }
    }
}
