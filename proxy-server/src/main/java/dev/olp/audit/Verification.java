package dev.olp.audit;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a check of the whole log found.
 *
 * @param rows that were looked at and are as they were written
 * @param erased of these, how many had their personal fields erased
 * @param segments days, or parts of days
 * @param dropped of these, how many were given up by retention
 * @param unchained rows from before rows were chained
 * @param notes what is worth knowing and no fault
 * @param fault the first thing that is wrong, with the row or segment; null when nothing is
 */
public record Verification(
        long rows,
        long erased,
        long segments,
        long dropped,
        long unchained,
        List<String> notes,
        @Nullable String fault) {
    public Verification {
        notes = List.copyOf(notes);
    }

    public boolean isGood() {
        return fault == null;
    }
}
