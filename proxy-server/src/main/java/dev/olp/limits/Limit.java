package dev.olp.limits;

import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What can be limited. */
public enum Limit {
    REQUESTS_PER_MINUTE(Measure.REQUESTS, Window.MINUTE),
    REQUESTS_PER_DAY(Measure.REQUESTS, Window.DAY),
    REQUESTS_PER_WEEK(Measure.REQUESTS, Window.WEEK),
    REQUESTS_PER_MONTH(Measure.REQUESTS, Window.MONTH),
    TOKENS_PER_DAY(Measure.TOKENS, Window.DAY),
    TOKENS_PER_MONTH(Measure.TOKENS, Window.MONTH),
    /** Counted in millionths of a dollar. */
    USD_PER_MONTH(Measure.MONEY, Window.MONTH),
    CONCURRENT(Measure.REQUESTS, null);

    private final Measure measure;
    private final @Nullable Window window;

    Limit(Measure measure, @Nullable Window window) {
        this.measure = measure;
        this.window = window;
    }

    /** What is counted. */
    public enum Measure {
        REQUESTS,
        TOKENS,
        /** In millionths of a US dollar. */
        MONEY
    }

    public Measure measure() {
        return measure;
    }

    /** The window in which it is counted; empty for what is counted at this moment. */
    public Optional<Window> window() {
        return Optional.ofNullable(window);
    }

    /** Whether it is spent until its window ends, so that waiting a minute does not help. */
    boolean isBudget() {
        return window != null && window != Window.MINUTE;
    }

    /** As in the configuration and in JSON, e.g. {@code requests_per_minute}. */
    public String spelled() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** For a sentence: {@code requests per minute}. */
    String words() {
        return switch (this) {
            case USD_PER_MONTH -> "US dollars per month";
            case CONCURRENT -> "requests at a time";
            default -> spelled().replace('_', ' ');
        };
    }
}
