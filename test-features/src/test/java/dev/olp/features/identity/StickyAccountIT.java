package dev.olp.features.identity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.limits.Tenant;
import dev.olp.features.quota.PlanHeaders;
import dev.olp.features.support.AuditTable;
import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpCommand;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.Reply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A key stays with the login whose provider has its prompt, where the plans are about as far used. */
class StickyAccountIT {
    @RegisterExtension
    static final OlpServer olp = OlpServer.with()
            .runsApart()
            .set("/providers/anthropic/credentials", "{\"default\": {}, \"work\": {}}")
            .set(
                    "/routing/chains",
                    "{\"sonnet\": [{\"provider\": \"anthropic\", \"model\": \"claude-sonnet-4-6\", \"account\": \"*\"}]}")
            .server();

    @BeforeAll
    static void logIn() throws IOException {
        FileAttribute<?> ours = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
        FileAttribute<?> mine = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        Path folder = Files.createDirectories(olp.home().resolve("logins/anthropic/work"), ours);
        Files.writeString(Files.createFile(folder.resolve("setup-token"), mine), "fake-token-of-work");
    }

    @Test
    void anotherConfigurationDoesNotMoveAKey() throws Exception {
        Tenant sticky = Tenant.create(olp, "sticky");
        Tenant ofDefault = bound("default");
        Tenant ofWork = bound("work");
        answered(ofDefault, 0.3);
        answered(ofWork, 0.1);
        assertThat(answered(sticky, 0.3)).as("the one that is used least").isEqualTo("work");
        answered(ofDefault, 0.2);

        olp.edit(root -> root.withObjectProperty("providers")
                .withObjectProperty("anthropic")
                .put("queue", 7));
        assertThat(olp.post("/v0/management/reload", "").status()).isEqualTo(200);

        assertThat(answered(sticky, 0.3)).as("used more, but not by much").isEqualTo("work");
        assertThat(answered(Tenant.create(olp, "new"), 0.2)).as("who asks anew").isEqualTo("default");
        answered(ofWork, 0.9);
        assertThat(answered(sticky, 0.2)).as("used more by far").isEqualTo("default");
    }

    /** Whose login answered; its provider says then that so much of its plan is used. */
    private static String answered(Tenant tenant, double used) throws IOException {
        olp.upstream().plan(PlanHeaders.claude(used, 0.05, Instant.now().plus(Duration.ofHours(3))));
        Reply reply = tenant.chat(Bodies.chat("sonnet", "hi"));
        assertThat(reply.status()).as(reply.text()).isEqualTo(200);
        return new AuditTable(olp).of(reply.header("x-request-id")).get("account");
    }

    private static Tenant bound(String account) throws IOException, InterruptedException {
        OlpCommand made = olp.command("keys", "create", "--name", "of " + account, "--accounts=anthropic=" + account);
        assertThat(made.exit()).as(made.err()).isZero();
        return new Tenant(olp, "of " + account, made.out().strip());
    }
}
