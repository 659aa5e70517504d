package dev.olp.config;

import dev.olp.isolation.contract.DeploymentTier;

/**
 * {@code isolation}.
 *
 * @param sandbox how much of the outer sandbox must stand before a child is started
 * @param upstreamCache whether keys share the provider's prompt cache
 * @param cliUpdates how a new CLI version is let in
 */
public record IsolationSettings(
        DeploymentTier tier, SandboxMode sandbox, UpstreamCache upstreamCache, CliUpdates cliUpdates) {
    public static final IsolationSettings DEFAULTS = new IsolationSettings(
            DeploymentTier.SHARED_OS_USER, SandboxMode.REQUIRED, UpstreamCache.PER_KEY, CliUpdates.PROVE);

    /** All of it, fewer limits (never without namespaces), or none (with at most one active key). */
    public enum SandboxMode {
        REQUIRED,
        PREFERRED,
        OFF
    }

    /** Whose requests may hit the same cached prompt at the provider. */
    public enum UpstreamCache {
        PER_KEY,
        SHARED
    }

    /** By the self-test alone, or by the operator's word. */
    public enum CliUpdates {
        PROVE,
        APPROVE
    }
}
