package dev.olp.config;

import java.util.List;

/**
 * {@code auth}: who is let in without a key, and what only the owner sees.
 *
 * @param allowAnonymous whether a request without any key is served
 * @param advertiseAnonymousKey whether {@code /health} names the advertised key
 * @param anonymousProviders all that a request without a key may use
 * @param ownerOnlyEndpoints paths whose detail only the owner sees
 * @param fallbackDetailHeaderPolicy who gets {@code X-OLP-Fallback-Detail}
 */
public record AuthSettings(
        boolean allowAnonymous,
        boolean advertiseAnonymousKey,
        List<String> anonymousProviders,
        List<String> ownerOnlyEndpoints,
        DetailPolicy fallbackDetailHeaderPolicy) {
    public static final AuthSettings DEFAULTS =
            new AuthSettings(false, false, List.of(), List.of("/health"), DetailPolicy.OWNER_ONLY);

    public AuthSettings {
        anonymousProviders = List.copyOf(anonymousProviders);
        ownerOnlyEndpoints = List.copyOf(ownerOnlyEndpoints);
        if (!ownerOnlyEndpoints.stream().allMatch(path -> path.startsWith("/"))) {
            throw new InvalidSettingException("ownerOnlyEndpoints", ownerOnlyEndpoints, "paths such as /health");
        }
        for (String provider : anonymousProviders) {
            if (!Providers.KNOWN.contains(provider)) {
                throw new InvalidSettingException(
                        "anonymousProviders", anonymousProviders, "of " + String.join(", ", Providers.KNOWN));
            }
        }
    }

    /** Who gets a detail. */
    public enum DetailPolicy {
        OWNER_ONLY,
        ALL,
        NONE
    }
}
