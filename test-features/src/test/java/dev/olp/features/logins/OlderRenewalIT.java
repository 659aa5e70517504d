package dev.olp.features.logins;

import dev.olp.features.support.OlpServer;
import dev.olp.features.support.Paths;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Renewal of a login by the pinned, older real CLIs. */
class OlderRenewalIT {
    static final TokenEndpoint tokens = TokenEndpoint.start();

    @RegisterExtension
    static final OlpServer olp = Renewals.setup(tokens)
            .environment("OLP_CLAUDE_BIN", Paths.oldClaude().toString())
            .environment("OLP_CODEX_BIN", Paths.oldCodex().toString())
            .server();

    private final Renewals logins = new Renewals(olp, tokens);

    @AfterAll
    static void stop() throws IOException {
        tokens.close();
    }

    @BeforeEach
    void forget() {
        tokens.reset();
    }

    @Test
    void ten_requests_as_claudes_login_expires_renew_it_once() throws Exception { // S104
        logins.renewsClaudesOnce();
    }

    @Test
    void ten_requests_as_codexs_login_expires_renew_it_once() throws Exception { // S106
        logins.renewsCodexsOnce();
    }
}
