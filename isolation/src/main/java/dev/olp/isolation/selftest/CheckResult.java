package dev.olp.isolation.selftest;

import java.util.Optional;

/**
 * One attack and how it went.
 *
 * @param id as in the list of attacks, like {@code F01}
 * @param detail why, for the log
 */
public record CheckResult(String id, Verdict verdict, String detail) {
    /** A line of the probe's; empty for anything else. */
    public static Optional<CheckResult> parse(String line) {
        String[] words = line.split(" ", 3);
        return words.length < 3
                ? Optional.empty()
                : Verdict.of(words[1]).map(verdict -> new CheckResult(words[0], verdict, words[2]));
    }

    @Override
    public String toString() {
        return id + " " + detail;
    }
}
