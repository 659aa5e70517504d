package dev.olp.app.command;

import dev.olp.config.Home;
import dev.olp.store.sqlite.AuditSeals;
import java.io.IOException;

/** Where the key of the audit log's seals comes from. */
@FunctionalInterface
public interface SealSource {
    /** @throws IOException when the home has no secret or it cannot be read */
    AuditSeals of(Home home) throws IOException;
}
