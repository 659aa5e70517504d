package dev.olp.management;

import dev.olp.audit.AuditFilter;
import dev.olp.audit.AuditPage.Cursor;
import dev.olp.audit.Outcome;
import dev.olp.wire.ApiError;
import dev.olp.wire.ApiException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a page of the audit log is asked with.
 *
 * @param after {@code cursor}; null for the first page
 * @param limit 1 to {@link #MOST}
 */
public record AuditQuestion(AuditFilter filter, @Nullable Cursor after, int limit) {
    private static final int MOST = 1_000;
    private static final int USUAL = 100;
    private static final Set<String> KNOWN =
            new TreeSet<>(Set.of("key", "outcome", "model", "status", "from", "to", "cursor", "limit"));

    /**
     * Reads {@code key} (its id), {@code outcome}, {@code model} (that served), {@code status}, {@code from} and {@code
     * to} (as {@code 2026-11-30T12:00:00Z}), {@code cursor} and {@code limit}. All may be missing; none is guessed at.
     *
     * @throws ApiException 400 with the parameter that is unknown or wrong; its value is never repeated
     */
    public static AuditQuestion read(Map<String, String> parameters) throws ApiException {
        for (String name : parameters.keySet()) {
            if (!KNOWN.contains(name)) {
                throw bad("query", "There is an unknown parameter; known are " + String.join(", ", KNOWN) + ".");
            }
        }
        String outcome = parameters.get("outcome");
        String cursor = parameters.get("cursor");
        return new AuditQuestion(
                new AuditFilter(
                        parameters.get("key"),
                        outcome == null ? null : outcome(outcome),
                        parameters.get("model"),
                        parameters.containsKey("status") ? number(parameters, "status", 100, 999) : null,
                        moment(parameters, "from"),
                        moment(parameters, "to")),
                cursor == null ? null : cursor(cursor),
                parameters.containsKey("limit") ? number(parameters, "limit", 1, MOST) : USUAL);
    }

    private static Outcome outcome(String text) throws ApiException {
        for (Outcome each : Outcome.values()) {
            if (each.name().toLowerCase(Locale.ROOT).equals(text)) {
                return each;
            }
        }
        throw bad("outcome", "outcome must be one that rows have, such as success or client_error.");
    }

    private static int number(Map<String, String> parameters, String name, int least, int most) throws ApiException {
        String text = parameters.getOrDefault(name, "");
        if (text.matches("\\d{1,6}")) {
            int number = Integer.parseInt(text);
            if (number >= least && number <= most) {
                return number;
            }
        }
        throw bad(name, "%s must be an integer of %d to %d.".formatted(name, least, most));
    }

    private static @Nullable Instant moment(Map<String, String> parameters, String name) throws ApiException {
        String text = parameters.get(name);
        if (text == null) {
            return null;
        }
        try {
            Instant moment = Instant.parse(text);
            if (!moment.isBefore(Instant.EPOCH) && moment.isBefore(Instant.parse("9999-01-01T00:00:00Z"))) {
                return moment;
            }
        } catch (DateTimeException e) {
            throw new ApiException(ApiError.badValue(name, name + " must be a time such as 2026-11-30T12:00:00Z."));
        }
        throw bad(name, name + " must be a time after 1970.");
    }

    private static Cursor cursor(String text) throws ApiException {
        try {
            return Cursor.parse(text);
        } catch (IllegalArgumentException e) {
            throw bad("cursor", "cursor must be the next of a page before.");
        }
    }

    private static ApiException bad(String parameter, String message) {
        return new ApiException(ApiError.badValue(parameter, message));
    }
}
