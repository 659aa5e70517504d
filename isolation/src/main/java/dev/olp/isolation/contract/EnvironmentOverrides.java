package dev.olp.isolation.contract;

import java.util.Map;

/** Moves a CLI's folders into the run's home. Pure: no file, clock or environment is read. */
@FunctionalInterface
public interface EnvironmentOverrides {
    EnvironmentOverrides NONE = (ephemeralRoot, keyId, requestId) -> Map.of();

    /**
     * @param ephemeralRoot the home as the child sees it, absolute
     * @param keyId the authenticated key's id; must not become part of a path
     * @param requestId the request's id; likewise
     * @return names of the form {@code [A-Z_][A-Z0-9_]*} to values without NUL; checked at each launch
     */
    Map<String, String> of(String ephemeralRoot, String keyId, String requestId);
}
