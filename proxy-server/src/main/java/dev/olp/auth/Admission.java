package dev.olp.auth;

import dev.olp.wire.ApiError;
import dev.olp.wire.ApiException;

/**
 * A caller who was let in, and how far.
 *
 * @param scope what the caller may use, and how
 * @param shared whether strangers come in by the same door: without a key, or with one that everybody is told
 */
public record Admission(Caller caller, Scope scope, boolean shared) {
    /** Of a caller of its own. */
    Admission(Caller caller, Scope scope) {
        this(caller, scope, false);
    }

    /** @throws ApiException 403 {@code owner_required} unless the caller is an owner */
    public void requireOwner() throws ApiException {
        if (caller.tier() != Tier.OWNER) {
            throw new ApiException(
                    ApiError.of(403, "owner_required", "This needs the owner's key; yours is a " + label() + " key."));
        }
    }

    /** @throws ApiException 403 {@code provider_not_allowed} unless the provider is in scope */
    public void requireProvider(String provider) throws ApiException {
        if (!scope.allows(provider)) {
            throw new ApiException(ApiError.of(
                    403, "provider_not_allowed", "This key may not use the provider of that model; ask the owner."));
        }
    }

    private String label() {
        return caller.tier() == Tier.GUEST ? "guest" : "anonymous";
    }
}
