package dev.olp.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The frames of one stream of the stand-in that says the time: when each was written, and how long it was on its way. */
final class Frames {
    private static final Pattern TIME = Pattern.compile("\"(?:content|text)\":\"(\\d{8,}) \"");
    private static final Pattern COUNT = Pattern.compile("\"(?:content|text)\":\"frames=(\\d+)\"");

    private final List<Frame> frames = new ArrayList<>();
    private @Nullable Integer sent;

    /** @param written by the monotonic clock, in nanoseconds */
    record Frame(long written, long lag) {}

    /** A line that came now. */
    void came(String line) {
        Matcher time = TIME.matcher(line);
        if (time.find()) {
            long written = Long.parseLong(time.group(1));
            frames.add(new Frame(written, System.nanoTime() - written));
            return;
        }
        Matcher count = COUNT.matcher(line);
        if (count.find()) {
            sent = Integer.valueOf(count.group(1));
        }
    }

    /** Whether as many came as were sent, and some did. */
    boolean complete() {
        return sent != null && sent == frames.size() && sent > 0;
    }

    /** When the first one was written. */
    long begin() {
        return frames.getFirst().written;
    }

    List<Frame> all() {
        return frames;
    }
}
