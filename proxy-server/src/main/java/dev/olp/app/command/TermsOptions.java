package dev.olp.app.command;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

/** What may be said of a key when it is made and when it is changed; what is left out is not touched. */
final class TermsOptions extends ScopeOptions {
    @Option(
            names = "--expires",
            paramLabel = "WHEN",
            description = "A span (12h, 30d), a date (UTC) or a time to the second, or never.")
    @Nullable
    String expires;

    /** Adds them to the body of a request. */
    void into(ObjectNode body, Instant now) throws UsageException {
        putScope(body);
        if (expires != null) {
            body.put(
                    "expires_at",
                    expires.equals("never") ? null : Expiry.parse(expires, now).toString());
        }
    }
}
