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

    /** With the end of the limit that the words tell of, where nothing better is known. */
    public Fault told(Instant now) {
        boolean limit = kind == Kind.USAGE_LIMIT || kind == Kind.RATE_LIMIT;
        return limit && resetAt == null
                ? new Fault(kind, ResetText.find(logMessage, now).orElse(null), logMessage, clientMessage)
                : this;
    }

    /** Who has to do something about it. */
    public enum Whose {
        /** Who asked: another provider would not mend it, so none is tried. */
        CLIENT,
        /** Who runs this server: a login, a plan, a program. */
        OPERATOR,
        /** The provider, or its CLI. */
        PROVIDER,
        /** This server, which has no room or no sandbox now. */
        SERVER
    }

    /** What a fault says of the requests that come next to the same account. */
    public enum Aftermath {
        /** Nothing, or what others remember (logins, queues). */
        NONE,
        /** It may have been chance; several in a row are not, and open the breaker. */
        COUNTED,
        /** They would fail too, for seconds. */
        BRIEFLY_LIMITED,
        /** They would fail too, until the window starts anew or somebody pays. */
        SPENT
    }

    /** The taxonomy that all adapters share: the one place that says what each kind leads to. */
    public enum Kind {
        /** The provider refused the request's content as malformed. */
        BAD_REQUEST(Whose.CLIENT, Aftermath.NONE),
        /** The conversation is longer than the model's window. */
        CONTEXT_LENGTH(Whose.CLIENT, Aftermath.NONE),
        /** The request is larger than the provider takes. */
        REQUEST_TOO_LARGE(Whose.CLIENT, Aftermath.NONE),
        /** The CLI cannot be offered the request's tools, or not all that the request says of them. */
        TOOLS_UNSUPPORTED(Whose.SERVER, Aftermath.NONE),
        /** A call was asked for, and the model answered without one. */
        NO_CALL(Whose.PROVIDER, Aftermath.NONE),
        /** The answer is in another format than the one that was asked for, and the client has seen a part of it. */
        WRONG_FORMAT(Whose.PROVIDER, Aftermath.NONE),
        /** The provider does not know the model, or the plan does not have it. */
        MODEL_UNAVAILABLE(Whose.OPERATOR, Aftermath.NONE),
        /** The provider refuses our login: expired or revoked. The logins remember it. */
        LOGIN_DEAD(Whose.OPERATOR, Aftermath.NONE),
        /** The provider takes our login, but not for this: a plan, an organisation or a region may be the reason. */
        FORBIDDEN(Whose.OPERATOR, Aftermath.COUNTED),
        /** There is no login to show, or none that is not known to be dead. */
        LOGIN_MISSING(Whose.OPERATOR, Aftermath.NONE),
        /** The provider refuses for money: credit used up, billing problem. */
        BILLING(Whose.OPERATOR, Aftermath.SPENT),
        /** Our own line for the provider is full. */
        QUEUE_FULL(Whose.SERVER, Aftermath.NONE),
        /** A short-term rate limit. */
        RATE_LIMIT(Whose.PROVIDER, Aftermath.BRIEFLY_LIMITED),
        /** The plan's window is spent. */
        USAGE_LIMIT(Whose.PROVIDER, Aftermath.SPENT),
        /** The provider is overloaded. */
        OVERLOADED(Whose.PROVIDER, Aftermath.COUNTED),
        /** The provider failed (5xx). */
        SERVER_ERROR(Whose.PROVIDER, Aftermath.COUNTED),
        /** The connection to the provider broke. */
        CONNECTION(Whose.PROVIDER, Aftermath.COUNTED),
        /** No progress within a time limit. */
        TIMEOUT(Whose.PROVIDER, Aftermath.COUNTED),
        /** No home or sandbox could be made for the run. */
        SANDBOX_UNAVAILABLE(Whose.SERVER, Aftermath.NONE),
        /** The CLI is missing or could not be started. */
        NOT_STARTABLE(Whose.OPERATOR, Aftermath.NONE),
        /** The CLI said something that cannot be trusted as an answer. */
        PROTOCOL(Whose.PROVIDER, Aftermath.COUNTED),
        /** The CLI failed without saying why. */
        CLI_FAILED(Whose.PROVIDER, Aftermath.COUNTED);

        private final Whose whose;
        private final Aftermath aftermath;

        Kind(Whose whose, Aftermath aftermath) {
            this.whose = whose;
            this.aftermath = aftermath;
        }

        public Whose whose() {
            return whose;
        }

        public Aftermath aftermath() {
            return aftermath;
        }

        /** Whether another provider could mend it, so that the next hop is tried. */
        public boolean advances() {
            return whose != Whose.CLIENT;
        }
    }
}
