package dev.olp.config;

import dev.olp.isolation.contract.DeploymentTier;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code providers.<name>}: how one provider's CLI is run.
 *
 * @param binary absolute path of the CLI; null to look for it
 * @param upstream base URL of the provider's API, kept without a trailing slash; null for the vendor's own
 * @param maxConcurrent children of one account at a time
 * @param maxConcurrentTotal children of all accounts at a time; null for {@code maxConcurrent} for each account that {@code
 *     credentials} names
 * @param queue requests that may wait for a child, of whichever account
 * @param queueTimeoutMs how long one may wait
 * @param acceptTier the isolation tier accepted below the recommended one; null for none
 * @param firstOutputTimeoutMs from the start to the first line
 * @param idleTimeoutMs between two lines
 * @param totalTimeoutMs from the start to the end
 * @param quotaProbeEnabled whether the provider may be asked for its windows outside of requests
 * @param warmSpares processes that are started ahead and wait for a request
 * @param credentials accounts by name
 */
public record ProviderSettings(
        boolean enabled,
        @Nullable String binary,
        @Nullable String upstream,
        int maxConcurrent,
        @Nullable Integer maxConcurrentTotal,
        int queue,
        int queueTimeoutMs,
        @Nullable DeploymentTier acceptTier,
        int firstOutputTimeoutMs,
        int idleTimeoutMs,
        int totalTimeoutMs,
        boolean quotaProbeEnabled,
        int warmSpares,
        Map<String, CredentialSettings> credentials) {
    public static final ProviderSettings DEFAULTS = new ProviderSettings(
            true,
            null,
            null,
            2,
            null,
            16,
            120_000,
            null,
            120_000,
            120_000,
            600_000,
            false,
            0,
            Map.of("default", CredentialSettings.DEFAULTS));

    private static final int A_DAY_MS = 86_400_000;

    private static final int MOST_SPARES = 8;

    public ProviderSettings {
        credentials = Collections.unmodifiableMap(new LinkedHashMap<>(credentials));
        Checks.absolutePath("binary", binary);
        if (upstream != null) {
            Checks.baseUrl("upstream", upstream);
            upstream = upstream.replaceFirst("/+$", "");
        }
        Checks.range("maxConcurrent", maxConcurrent, 1, 256);
        if (maxConcurrentTotal != null) {
            Checks.range("maxConcurrentTotal", maxConcurrentTotal, 1, 256);
        }
        Checks.range("queue", queue, 0, 10_000);
        Checks.range("queueTimeoutMs", queueTimeoutMs, 1, A_DAY_MS);
        Checks.range("firstOutputTimeoutMs", firstOutputTimeoutMs, 1, A_DAY_MS);
        Checks.range("idleTimeoutMs", idleTimeoutMs, 1, A_DAY_MS);
        Checks.range("totalTimeoutMs", totalTimeoutMs, 1, A_DAY_MS);
        Checks.range("warmSpares", warmSpares, 0, MOST_SPARES);
    }

    /** Children of all accounts at a time. */
    public int maxConcurrentOfAllAccounts() {
        return maxConcurrentTotal == null ? maxConcurrent * credentials.size() : maxConcurrentTotal;
    }
}
