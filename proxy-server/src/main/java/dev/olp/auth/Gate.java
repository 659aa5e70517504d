package dev.olp.auth;

import dev.olp.http.InboundRequest;
import dev.olp.wire.ApiError;
import dev.olp.wire.ApiException;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * Admits or refuses. A loopback peer is treated like any other, and a bad token is refused even where nobody needs one:
 * whoever shows a key means to be someone.
 */
public final class Gate {
    private static final String MANAGEMENT = "/v0/management/";

    private final KeyStore keys;
    private final GateRules rules;
    private final Clock clock;
    private final FailedAttempts failures;

    /** One that has seen no wrong key yet. */
    public Gate(KeyStore keys, GateRules rules, Clock clock) {
        this(keys, rules, new FailedAttempts(), clock);
    }

    /** @param failures wrong keys so far, which other rules do not make forgotten */
    public Gate(KeyStore keys, GateRules rules, FailedAttempts failures, Clock clock) {
        this.keys = keys;
        this.rules = rules;
        this.failures = failures;
        this.clock = clock;
    }

    /**
     * Reads the headers only, never the body.
     *
     * @throws ApiException 401 {@code missing_api_key}, {@code invalid_api_key} or {@code expired_api_key}; 429 {@code
     *     rate_limit_exceeded} where too many keys were wrong
     */
    public Admission admit(InboundRequest request) throws ApiException {
        Credential shown = CredentialReader.read(request);
        if (shown instanceof Credential.None) {
            return admitNobody(request);
        }
        try {
            return switch (shown) {
                case Credential.None none -> throw new IllegalStateException("was let in or refused above");
                case Credential.Unusable unusable -> throw invalid(unusable.reason());
                case Credential.Token token -> admit(request, Tokens.hash(token.value()));
            };
        } catch (ApiException refusal) {
            throw failures.after(request.peer(), refusal, clock.instant());
        }
    }

    /** Any web page that somebody in the house opens could send a request without a key; only a named one may. */
    private Admission admitNobody(InboundRequest request) throws ApiException {
        if (!rules.allowAnonymous()) {
            throw refusal(
                    "missing_api_key",
                    "No API key was sent. Send it as \"Authorization: Bearer <key>\"; the owner of this server makes one with `olp keys create`.");
        }
        refuseUnnamedPage(request);
        return new Admission(
                new Caller(Caller.ANONYMOUS_ID, "anonymous", Tier.ANONYMOUS),
                Scope.only(rules.anonymousProviders()),
                true);
    }

    private void refuseUnnamedPage(InboundRequest request) throws ApiException {
        String origin = request.header("origin");
        if (origin != null && !rules.origins().contains(origin)) {
            throw new ApiException(ApiError.of(
                    403,
                    "origin_not_allowed",
                    "A web page needs an API key of its own here, or its origin named in server.cors_origins."));
        }
    }

    private Admission admit(InboundRequest request, byte[] tokenHash) throws ApiException {
        if (request.path().startsWith(MANAGEMENT) && is(rules.commandTokenHash(), tokenHash)) {
            return new Admission(new Caller(Caller.COMMAND_LINE_ID, "command line", Tier.OWNER), Scope.only(Set.of()));
        }
        if (is(rules.ownerTokenHash(), tokenHash)) {
            return new Admission(new Caller(Caller.OWNER_TOKEN_ID, "owner", Tier.OWNER), Scope.EVERYTHING);
        }
        Instant now = clock.instant();
        ApiKey key = keys.findByHash(tokenHash, now).orElse(null);
        // a revoked key is told nothing that an unknown one is not
        if (key == null || key.revokedAt() != null) {
            throw invalid("The API key is not valid here. Ask the owner of this server for one.");
        }
        if (key.hasExpired(now)) {
            throw refusal("expired_api_key", "The API key has expired. Ask the owner of this server for a new one.");
        }
        if (key.advertisedToken() != null) {
            refuseUnnamedPage(request); // a token that everybody is told is as good as none
        }
        keys.touch(key.id(), now);
        return new Admission(new Caller(key.id(), key.name(), key.tier()), key.scope(), key.advertisedToken() != null);
    }

    private static boolean is(Optional<byte[]> known, byte[] shown) {
        return known.isPresent() && MessageDigest.isEqual(known.get(), shown);
    }

    private static ApiException invalid(String message) {
        return refusal("invalid_api_key", message);
    }

    private static ApiException refusal(String code, String message) {
        return new ApiException(ApiError.of(401, code, message).withHeader("WWW-Authenticate", "Bearer"));
    }
}
