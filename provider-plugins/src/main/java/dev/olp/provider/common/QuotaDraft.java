package dev.olp.provider.common;

import dev.olp.provider.PlanWindow;
import dev.olp.provider.QuotaReading;
import dev.olp.provider.QuotaReading.Overage;
import dev.olp.provider.QuotaReading.Window;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A reading while it is made of headers: values are taken where they are what they must be, and else told as drift. */
public final class QuotaDraft {
    private static final Pattern NUMBER = Pattern.compile("\\d{1,12}(?:\\.\\d{1,18})?");
    private static final Pattern WHOLE = Pattern.compile("\\d{1,11}");
    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9_.-]{1,64}");
    /** Of the 1 that is all of a window; what is beyond that was surely not meant as a share. */
    private static final double MOST = 1.5;

    private static final int MOST_DRIFT = 8;
    private static final int SHOWN = 60;

    private final Map<String, String> headers;
    private final Map<PlanWindow, Window> windows = new EnumMap<>(PlanWindow.class);
    private final List<String> drift = new ArrayList<>();

    public QuotaDraft(Map<String, String> headers) {
        this.headers = headers;
    }

    /**
     * The share in a header.
     *
     * @param full the number that stands for all of the window: 1 or 100
     */
    public @Nullable Double share(String name, double full) {
        String text = value(name);
        if (text == null) {
            return null;
        }
        double share = NUMBER.matcher(text).matches() ? Double.parseDouble(text) / full : MOST + 1;
        if (share > MOST) {
            drift(name, full == 1 ? "a share, 0 to 1" : "a percentage");
            return null;
        }
        return share;
    }

    /** The time in a header that gives it in seconds since 1970. */
    public @Nullable Instant time(String name) {
        String text = value(name, WHOLE, "seconds since 1970");
        return text == null ? null : Instant.ofEpochSecond(Long.parseLong(text));
    }

    /** A whole number in a header. */
    public @Nullable Long whole(String name) {
        String text = value(name, WHOLE, "a whole number");
        return text == null ? null : Long.valueOf(text);
    }

    /** A provider's own word in a header. */
    public @Nullable String word(String name) {
        return value(name, WORD, "one word");
    }

    /** Adds a window if anything is known of it. */
    public void window(
            PlanWindow window, @Nullable Double utilization, @Nullable Instant resetsAt, @Nullable String status) {
        if (utilization != null || resetsAt != null || status != null) {
            windows.put(window, new Window(utilization, resetsAt, status));
        }
    }

    /** Tells that a header is none that we know, or has no value that it may have. */
    public void drift(String name, String expected) {
        if (drift.size() < MOST_DRIFT) {
            drift.add("%s: %s (expected: %s)".formatted(shown(name), shown(headers.getOrDefault(name, "")), expected));
        }
    }

    public QuotaReading reading(@Nullable String representativeClaim, @Nullable Overage overage) {
        return new QuotaReading(windows, representativeClaim, overage, drift);
    }

    private @Nullable String value(String name, Pattern valid, String expected) {
        String text = value(name);
        if (text != null && !valid.matcher(text).matches()) {
            drift(name, expected);
            return null;
        }
        return text;
    }

    private @Nullable String value(String name) {
        String text = headers.get(name);
        return text == null || text.isBlank() ? null : text.strip();
    }

    /** What a log or a page may show of a stranger's words. */
    private static String shown(String text) {
        String plain = text.replaceAll("[^\\x20-\\x7e]", "?");
        return plain.length() <= SHOWN ? plain : plain.substring(0, SHOWN) + "...";
    }
}
