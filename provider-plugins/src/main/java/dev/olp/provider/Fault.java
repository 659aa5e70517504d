package dev.olp.provider;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Why a run gave no whole answer.
 *
 * @param kind whose fault and what kind
 * @param resetAt for a limit: when it ends; null when the provider did not say
 * @param logMessage the provider's or the CLI's own words, for the log only
 * @param clientMessage a sentence that is safe to show (no path, URL, token or stderr); null for the kind's own
 */
public record Fault(
        Kind kind,
        @Nullable Instant resetAt,
        String logMessage,
        @Nullable String clientMessage) {
    public static Fault of(Kind kind, String logMessage) {
        return new Fault(kind, null, logMessage, null);
    }

    /** The taxonomy that all adapters share. {@link #advances} says whether another provider could mend it. */
    public enum Kind {
        /** The provider refused the request's content as malformed. */
        BAD_REQUEST(false),
        /** The conversation is longer than the model's window. */
        CONTEXT_LENGTH(false),
        /** The request is larger than the provider takes. */
        REQUEST_TOO_LARGE(false),
        /** The provider does not know the model, or the plan does not have it. */
        MODEL_UNAVAILABLE(true),
        /** The provider refuses our login: expired or revoked. */
        LOGIN_DEAD(true),
        /** The provider takes our login, but not for this: a plan, an organisation or a region may be the reason. */
        FORBIDDEN(true),
        /** There is no login to show, or none that is not known to be dead. */
        LOGIN_MISSING(true),
        /** The provider refuses for money: credit used up, billing problem. */
        BILLING(true),
        /** Our own line for the provider is full. */
        QUEUE_FULL(true),
        /** A short-term rate limit. */
        RATE_LIMIT(true),
        /** The plan's window is spent. */
        USAGE_LIMIT(true),
        /** The provider is overloaded. */
        OVERLOADED(true),
        /** The provider failed (5xx). */
        SERVER_ERROR(true),
        /** The connection to the provider broke. */
        CONNECTION(true),
        /** No progress within a time limit. */
        TIMEOUT(true),
        /** No home or sandbox could be made for the run. */
        SANDBOX_UNAVAILABLE(true),
        /** The CLI is missing or could not be started. */
        NOT_STARTABLE(true),
        /** The CLI said something that cannot be trusted as an answer. */
        PROTOCOL(true),
        /** The CLI failed without saying why. */
        CLI_FAILED(true);

        private final boolean advances;

        Kind(boolean advances) {
            this.advances = advances;
        }

        public boolean advances() {
            return advances;
        }
    }
}
