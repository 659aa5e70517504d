package dev.olp.isolation.process;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A process beyond doubt: pids are used again, a pid with its start time is not.
 *
 * @param pid process id
 * @param startTicks clock ticks since boot, from /proc/PID/stat
 */
public record ProcessIdentity(long pid, long startTicks) {
    private static final Pattern FORM = Pattern.compile("(\\d{1,10}) (\\d{1,18})\\s*");

    /** Our own. */
    public static ProcessIdentity self() {
        return ProcessStat.of(ProcessHandle.current().pid()).orElseThrow().identity();
    }

    /** What {@link #toString} wrote; empty for anything else. */
    public static Optional<ProcessIdentity> parse(String text) {
        Matcher matcher = FORM.matcher(text);
        return matcher.matches()
                ? Optional.of(new ProcessIdentity(Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2))))
                : Optional.empty();
    }

    /** Whether this very process is still in the process table. */
    public boolean exists() {
        return ProcessStat.of(pid).filter(now -> now.startTicks() == startTicks).isPresent();
    }

    @Override
    public String toString() {
        return pid + " " + startTicks;
    }
}
