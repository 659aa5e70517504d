package dev.olp.endpoint;

import dev.olp.auth.KeyStore;
import dev.olp.management.AccountNames;
import dev.olp.management.Reload;
import dev.olp.run.Proofs;
import java.time.Duration;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/**
 * What the management API shows and does beyond requests.
 *
 * @param config the configuration in force, secrets masked
 * @param drainTimeout how long a stop waits for requests under way
 * @param stop begins the stop and returns at once
 */
public record Operations(
        KeyStore keys,
        AccountNames accounts,
        Proofs proofs,
        Supplier<ObjectNode> config,
        Reload reload,
        Duration drainTimeout,
        Runnable stop) {}
