package dev.olp.features.identity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.OlpCommand;
import dev.olp.features.support.OlpServer;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** A home has one writer: a server for as long as it runs, else a command. */
class OneWriterIT {
    @Test
    void aSecondServerRefusesAndTheCommandWorksWhetherAServerRunsOrNot() throws Exception {
        OlpServer olp = OlpServer.with().standIns().server();
        try {
            olp.open();
            OlpCommand second = olp.command("serve", "--port", "0");
            assertThat(second.exit()).as(second.err()).isEqualTo(1);
            assertThat(second.err()).contains("in use by another OLP").doesNotContain("Exception");
            assertThat(olp.get("/livez").status()).isEqualTo(200);

            assertThat(olp.command("keys", "create", "--name", "running").exit())
                    .isZero();
            olp.stop();
            assertThat(olp.home().resolve("server.json")).doesNotExist();
            assertThat(olp.command("keys", "create", "--name", "stopped").exit())
                    .isZero();

            olp.start();
            olp.kill();
            // what the killed server left tells of nobody
            assertThat(Files.exists(olp.home().resolve("server.json"))).isTrue();
            OlpCommand list = olp.command("keys", "list");
            assertThat(list.exit()).as(list.err()).isZero();
            assertThat(list.out()).contains("running", "stopped");
            olp.start();
        } finally {
            olp.close();
        }
    }
}
