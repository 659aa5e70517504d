package dev.olp.config;

import java.util.Map;
import java.util.Optional;

/**
 * The configuration in force.
 *
 * @param sources by leaf path, {@code config.json} or the environment variable that set it; what is missing is a default
 * @param sandboxDisabled {@code OLP_SANDBOX_DISABLED=1}: the outer sandbox is off, and only that
 * @param ownerToken the operator's own token from the environment
 */
public record LoadedConfig(
        OlpConfig config, Map<String, String> sources, boolean sandboxDisabled, Optional<Secret> ownerToken) {
    public LoadedConfig {
        sources = Map.copyOf(sources);
    }
}
