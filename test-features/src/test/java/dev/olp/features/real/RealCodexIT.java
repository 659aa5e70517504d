package dev.olp.features.real;

import dev.olp.features.support.OlpServer;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Chats over the pinned, newest codex. */
class RealCodexIT extends RealCliContract {
    @RegisterExtension
    static final OlpServer olp = OlpServer.with().server();

    private static final RealCli CLI = new RealCli(olp, "gpt-5.5", "100/20/15/5", "**Thinking** about it");

    RealCodexIT() {
        super(CLI);
    }

    /** OpenAI alone has this one. */
    @Test
    void a_spent_quota_is_a_limit() throws IOException { // S94
        CLI.failsWith("429-quota", 429, "usage_limit_reached");
    }
}
