package dev.olp.wire;

import dev.olp.provider.Fault;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a client is told of a provider's fault. Never the provider's or the CLI's own words: those are for the log. */
public final class FaultErrors {
    /** Seconds; a client that obeys a longer one seems to hang. */
    static final long MAX_RETRY_AFTER = 60;

    private static final Duration QUEUE_RETRY = Duration.ofSeconds(5);

    private FaultErrors() {}

    /**
     * Maps a fault.
     *
     * @param providerDisplayName how people call the provider
     * @param now to reckon Retry-After from
     */
    public static ApiError of(Fault fault, String providerDisplayName, Instant now) {
        String name = providerDisplayName;
        @Nullable Instant reset = fault.resetAt() != null && fault.resetAt().isAfter(now) ? fault.resetAt() : null;
        return switch (fault.kind()) {
            case BAD_REQUEST ->
                error(fault, 400, "invalid_value", "%s refused the request as malformed; check the messages.", name);
            case CONTEXT_LENGTH ->
                error(
                        fault,
                        400,
                        "context_length_exceeded",
                        "The conversation is longer than the model of %s takes; shorten it or choose a model with a larger window.",
                        name);
            case REQUEST_TOO_LARGE ->
                error(fault, 413, "request_too_large", "The request is larger than %s takes; send less.", name);
            case TOOLS_UNSUPPORTED ->
                new ApiError(
                        400,
                        "invalid_request_error",
                        "unsupported_parameter",
                        "tools",
                        error(fault, 400, "", "The command-line program of %s can't be offered these tools here.", name)
                                .message(),
                        Map.of());
            case NO_CALL ->
                error(
                        fault,
                        502,
                        "provider_error",
                        "%s answered without the tool call that 'tool_choice' asks for; try again.",
                        name);
            case WRONG_FORMAT ->
                error(
                        fault,
                        502,
                        "provider_error",
                        "%s answered in another format than the one that was asked for; try again.",
                        name);
            case MODEL_UNAVAILABLE ->
                error(
                        fault,
                        404,
                        "model_not_found",
                        "%s does not offer this model to this server's account; choose another one of /v1/models.",
                        name);
            case LOGIN_DEAD, LOGIN_MISSING, FORBIDDEN ->
                retry(
                        error(
                                fault,
                                503,
                                "upstream_auth_required",
                                "This server's login at %s is missing, expired, revoked or not allowed this; its operator must log in again.",
                                name),
                        MAX_RETRY_AFTER);
            case BILLING ->
                spent(
                        error(
                                fault,
                                429,
                                "usage_limit_reached",
                                "The account of this server at %s has no credit left or a billing problem; its operator must settle it.",
                                name),
                        reset,
                        now);
            case QUEUE_FULL ->
                error(
                                fault,
                                429,
                                "queue_full",
                                "Too many requests wait for %s on this server; try again shortly.",
                                name)
                        .withRetryAfter(queueWait(reset, now));
            case RATE_LIMIT ->
                retry(
                        error(
                                fault,
                                429,
                                "rate_limit_exceeded",
                                "%s limits the rate of requests; try again shortly.",
                                name),
                        seconds(reset, now, 5));
            case USAGE_LIMIT -> usageLimit(fault, name, reset, now);
            case OVERLOADED ->
                retry(
                        error(fault, 503, "overloaded", "%s is overloaded; try again shortly.", name),
                        seconds(reset, now, 5));
            case SERVER_ERROR -> later(error(fault, 502, "provider_error", "%s failed; try again.", name), reset, now);
            case CONNECTION ->
                later(
                        error(fault, 502, "provider_error", "The connection to %s failed or broke; try again.", name),
                        reset,
                        now);
            case CLI_FAILED ->
                later(
                        error(fault, 502, "provider_error", "The command-line program of %s failed; try again.", name),
                        reset,
                        now);
            case PROTOCOL ->
                later(
                        error(
                                fault,
                                502,
                                "provider_protocol_error",
                                "The command-line program of %s gave no answer that can be trusted; try again.",
                                name),
                        reset,
                        now);
            case TIMEOUT ->
                later(
                        error(fault, 504, "provider_timeout", "%s made no progress in time; try again.", name),
                        reset,
                        now);
            case SANDBOX_UNAVAILABLE ->
                retry(
                        error(
                                fault,
                                503,
                                "sandbox_unavailable",
                                "This server can't set up an isolated run for %s just now; its operator finds the reason in the log.",
                                name),
                        30);
            case NOT_STARTABLE ->
                retry(
                        error(
                                fault,
                                503,
                                "no_provider_available",
                                "The command-line program of %s is missing or can't be started on this server; its operator must mend it.",
                                name),
                        30);
        };
    }

    private static ApiError usageLimit(Fault fault, String name, @Nullable Instant reset, Instant now) {
        String until = reset == null
                ? "the provider did not say until when."
                : "it opens again at " + reset.truncatedTo(ChronoUnit.SECONDS) + ".";
        ApiError error = error(fault, 429, "usage_limit_reached", "The plan's usage limit at %s is reached;", name);
        String message = error.message() + (error.message().endsWith(";") ? " " : " The plan's window: ") + until;
        return spent(
                new ApiError(error.status(), error.type(), error.code(), null, message, error.headers()), reset, now);
    }

    /** Waiting a minute does not help: clients that honour x-should-retry stop at once. */
    private static ApiError spent(ApiError error, @Nullable Instant reset, Instant now) {
        ApiError told = retry(error, seconds(reset, now, MAX_RETRY_AFTER)).withHeader("x-should-retry", "false");
        return reset == null
                ? told
                : told.withHeader(
                        "X-OLP-Reset-At", reset.truncatedTo(ChronoUnit.SECONDS).toString());
    }

    private static ApiError error(Fault fault, int status, String code, String format, String name) {
        String message = fault.clientMessage() == null ? format.formatted(name) : fault.clientMessage();
        return ApiError.of(status, code, message);
    }

    private static Duration queueWait(@Nullable Instant reset, Instant now) {
        return reset == null
                ? QUEUE_RETRY
                : Duration.ofMillis(Math.clamp(Duration.between(now, reset).toMillis(), 1, MAX_RETRY_AFTER * 1000));
    }

    private static ApiError retry(ApiError error, long seconds) {
        return error.withRetryAfter(Duration.ofSeconds(seconds));
    }

    /** Who failed so often that it is left alone is not tried before then. */
    private static ApiError later(ApiError error, @Nullable Instant reset, Instant now) {
        return reset == null ? error : retry(error, seconds(reset, now, MAX_RETRY_AFTER));
    }

    private static long seconds(@Nullable Instant reset, Instant now, long otherwise) {
        if (reset == null) {
            return otherwise;
        }
        return Math.clamp(Duration.between(now, reset).toSeconds() + 1, 1, MAX_RETRY_AFTER);
    }
}
