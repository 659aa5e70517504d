package dev.olp.registry;

/**
 * A provider as the registry lists it; it may have no model yet.
 *
 * @param id for example {@code anthropic}; also the prefix in {@code anthropic/claude-…}
 * @param displayName the vendor, for people
 */
public record ProviderEntry(String id, String displayName, RiskTier tier) {}
