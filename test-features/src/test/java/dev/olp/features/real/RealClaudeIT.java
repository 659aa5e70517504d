package dev.olp.features.real;

import dev.olp.features.support.OlpServer;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Chats over the pinned, newest claude. */
class RealClaudeIT extends RealCliContract {
    @RegisterExtension
    static final OlpServer olp = OlpServer.with().server();

    RealClaudeIT() {
        super(new RealCli(olp, "sonnet", "28/3/12/0", "Let me think about it."));
    }
}
