package dev.olp.run;

import dev.olp.isolation.contract.DeploymentTier;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How one provider's runs are bounded.
 *
 * @param upstream base URL of the provider's API without a trailing slash; null for the vendor's own
 * @param firstOutputTimeout until the first text or reasoning of an answer
 * @param idleTimeout between two lines of the CLI
 * @param totalTimeout of the whole run
 * @param acceptTier the tier that the operator accepts where the provider needs more; null for none
 */
public record RunSettings(
        @Nullable String upstream,
        Duration firstOutputTimeout,
        Duration idleTimeout,
        Duration totalTimeout,
        @Nullable DeploymentTier acceptTier) {}
