package dev.olp.isolation.selftest;

import java.util.Locale;
import java.util.Optional;

/** How an attack went. */
public enum Verdict {
    /** It failed, as it must. */
    REFUSED,
    /** It worked. */
    ALLOWED,
    /** It could not be tried, which proves nothing. */
    VOID;

    /** @param word as the probe prints it; empty for another */
    static Optional<Verdict> of(String word) {
        for (Verdict verdict : values()) {
            if (verdict.name().toLowerCase(Locale.ROOT).equals(word)) {
                return Optional.of(verdict);
            }
        }
        return Optional.empty();
    }
}
