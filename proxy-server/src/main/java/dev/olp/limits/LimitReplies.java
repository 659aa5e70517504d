package dev.olp.limits;

import dev.olp.limits.Decision.Refused;
import dev.olp.limits.Limit.Measure;
import dev.olp.wire.ApiError;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What a client is told of its limits: headers on every reply, and the refusal. */
public final class LimitReplies {
    /** A client that obeys a longer one seems to hang. */
    private static final long MOST_RETRY_MS = 60_000;

    private LimitReplies() {}

    /**
     * {@code x-ratelimit-limit/remaining/reset-requests} and {@code -tokens} (OpenAI's names), of the limit that has
     * least left; none where there is no limit.
     */
    public static Map<String, String> headers(Standing standing) {
        Map<String, String> headers = new LinkedHashMap<>();
        describe(headers, standing, Measure.REQUESTS, "requests");
        describe(headers, standing, Measure.TOKENS, "tokens");
        return headers;
    }

    private static void describe(Map<String, String> headers, Standing standing, Measure measure, String name) {
        tightest(standing, measure).ifPresent(limit -> {
            headers.put(
                    "x-ratelimit-limit-" + name,
                    Long.toString(standing.limits().of(limit).orElseThrow()));
            headers.put("x-ratelimit-remaining-" + name, Long.toString(standing.remaining(limit)));
            headers.put(
                    "x-ratelimit-reset-" + name, goDuration(Duration.between(standing.at(), standing.resetsAt(limit))));
        });
    }

    private static Optional<Limit> tightest(Standing standing, Measure measure) {
        return Arrays.stream(Limit.values())
                .filter(limit -> limit.measure() == measure && limit.window().isPresent())
                .filter(limit -> standing.limits().of(limit).isPresent())
                .min(Comparator.comparingLong(standing::remaining));
    }

    /** As Go prints it, in whole seconds, rounded up: {@code 1s}, {@code 6m0s}, {@code 26h0m5s}. */
    static String goDuration(Duration span) {
        long seconds = Math.max(0, span.plusMillis(999).toSeconds());
        long hours = seconds / 3600;
        long minutes = seconds / 60 % 60;
        if (hours > 0) {
            return "%dh%dm%ds".formatted(hours, minutes, seconds % 60);
        }
        return minutes > 0 ? "%dm%ds".formatted(minutes, seconds % 60) : seconds + "s";
    }

    /** 429 {@code rate_limit_exceeded}, or {@code insufficient_quota} for what waiting a minute does not mend. */
    public static ApiError refusal(Refused refused) {
        Instant now = refused.standing().at();
        long wait = Math.clamp(Duration.between(now, refused.until()).toMillis(), 1, MOST_RETRY_MS);
        ApiError error = ApiError.of(
                        429, refused.spent() ? "insufficient_quota" : "rate_limit_exceeded", message(refused))
                .withRetryAfter(Duration.ofMillis(wait));
        return refused.spent()
                ? error.withHeader("x-should-retry", "false")
                        .withHeader(
                                "X-OLP-Reset-At",
                                refused.until().truncatedTo(ChronoUnit.SECONDS).toString())
                : error;
    }

    private static String message(Refused refused) {
        Limit limit = refused.limit();
        String amount = amount(limit, refused.standing().limits().of(limit).orElseThrow());
        if (refused.spent()) {
            return "This key has spent its %s %s; it has them again at %s."
                    .formatted(amount, limit.words(), refused.until().truncatedTo(ChronoUnit.SECONDS));
        }
        return switch (limit) {
            case REQUESTS_PER_MINUTE -> "This key has %s %s; try again shortly.".formatted(amount, limit.words());
            case CONCURRENT ->
                "This key has %s %s; try again when one of them has ended.".formatted(amount, limit.words());
            default ->
                "What is left of this key's %s %s is reserved for its requests under way; try again when one of them has ended."
                        .formatted(amount, limit.words());
        };
    }

    private static String amount(Limit limit, long amount) {
        return limit.measure() == Measure.MONEY
                ? BigDecimal.valueOf(amount, 6).stripTrailingZeros().toPlainString()
                : Long.toString(amount);
    }
}
