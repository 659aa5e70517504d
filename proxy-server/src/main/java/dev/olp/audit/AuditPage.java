package dev.olp.audit;

import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Rows, the latest first.
 *
 * @param next where the next page begins; null when this is the last
 */
public record AuditPage(List<AuditRecord> rows, @Nullable Cursor next) {
    public AuditPage {
        rows = List.copyOf(rows);
    }

    /**
     * The last row of a page. Rows that come meanwhile do not move it.
     *
     * @param sequence of the row in its log
     */
    public record Cursor(Instant at, long sequence) {
        private static final Pattern TEXT = Pattern.compile("(\\d{1,15})-(\\d{1,18})");

        /** @throws IllegalArgumentException when it is none */
        public static Cursor parse(String text) {
            Matcher parts = TEXT.matcher(text);
            if (!parts.matches()) {
                throw new IllegalArgumentException("not a cursor of a page");
            }
            return new Cursor(Instant.ofEpochMilli(Long.parseLong(parts.group(1))), Long.parseLong(parts.group(2)));
        }

        @Override
        public String toString() {
            return at.toEpochMilli() + "-" + sequence;
        }
    }
}
