package dev.olp.auth;

import java.time.Instant;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the owner decides of a key, and may decide anew.
 *
 * @param name {@link KeyNames}'s rule
 * @param expiresAt kept to the millisecond; null for never
 * @param notes for the owner alone, at most {@value #LONGEST_NOTES} characters without control characters; null for none
 */
public record KeyTerms(
        String name,
        @Nullable Instant expiresAt,
        Scope scope,
        @Nullable String notes) {
    static final int LONGEST_NOTES = 1000;

    private static final Pattern NOTES = Pattern.compile("[^\\p{Cc}\\p{Cf}\\p{Cs}]{0," + LONGEST_NOTES + "}");

    /** @throws IllegalArgumentException for a value against the rules; the message begins with the field, without it */
    public KeyTerms {
        KeyNames.check(name);
        if (notes != null && !NOTES.matcher(notes).matches()) {
            throw new IllegalArgumentException("notes: not allowed (expected: at most " + LONGEST_NOTES
                    + " characters on one line, no control characters)");
        }
    }

    /** A name and an end; everything else is open. */
    public static KeyTerms of(String name, @Nullable Instant expiresAt) {
        return new KeyTerms(name, expiresAt, Scope.EVERYTHING, null);
    }

    public KeyTerms withName(String other) {
        return new KeyTerms(other, expiresAt, scope, notes);
    }

    public KeyTerms withExpiresAt(@Nullable Instant other) {
        return new KeyTerms(name, other, scope, notes);
    }

    public KeyTerms withScope(Scope other) {
        return new KeyTerms(name, expiresAt, other, notes);
    }

    public KeyTerms withNotes(@Nullable String other) {
        return new KeyTerms(name, expiresAt, scope, other);
    }
}
