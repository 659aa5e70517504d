package dev.olp.auth;

import dev.olp.wire.ApiError;
import dev.olp.wire.ApiException;
import java.net.InetAddress;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * One-time links: whoever has a link's code takes the token of the key that it was made for, once. The code is kept
 * hashed, and an address that tries many is told to wait.
 */
public final class Invitations {
    private static final Pattern CODE = Pattern.compile("[A-Za-z0-9_-]{43}");

    private final KeyStore keys;
    private final Tokens tokens;
    private final Clock clock;
    private final FailedAttempts failures = new FailedAttempts();

    public Invitations(KeyStore keys, Tokens tokens, Clock clock) {
        this.keys = keys;
        this.tokens = tokens;
        this.clock = clock;
    }

    /** A token, to be shown this once. */
    public record Redeemed(ApiKey key, String token) {
        @Override
        public String toString() {
            return "Redeemed[" + key + "]";
        }
    }

    /**
     * The key that a code is good for now; uses nothing up.
     *
     * @throws ApiException 404 {@code invitation_not_found}, or 429 after many of them
     */
    public ApiKey find(String code, InetAddress peer) throws ApiException {
        Instant now = clock.instant();
        Optional<ApiKey> key = isCode(code) ? keys.findInvited(Tokens.hash(code), now) : Optional.empty();
        return key.orElseThrow(() -> notGood(peer, now));
    }

    /** @throws ApiException as {@link #find} */
    public Redeemed redeem(String code, InetAddress peer) throws ApiException {
        Instant now = clock.instant();
        String token = tokens.create();
        Optional<ApiKey> key = isCode(code) ? keys.redeem(Tokens.hash(code), token, now) : Optional.empty();
        return new Redeemed(key.orElseThrow(() -> notGood(peer, now)), token);
    }

    private static boolean isCode(String code) {
        return CODE.matcher(code).matches();
    }

    private ApiException notGood(InetAddress peer, Instant now) {
        return failures.after(
                peer,
                new ApiException(ApiError.of(
                        404,
                        "invitation_not_found",
                        "This link is not good, or no longer: each works once and for a while. Ask whoever sent it.")),
                now);
    }
}
