package dev.olp.bench;

/**
 * One line of the result.
 *
 * @param what what was measured, and in which unit
 * @param measured OLP's figure
 * @param compared the figure of what it is compared with, in the same run
 * @param against what it is compared with
 * @param ratio measured / compared
 * @param target what it should be, in words; empty for none
 * @param met whether it is; true without a target
 * @param note more of the same measurement; may be empty
 */
record Row(
        String what,
        double measured,
        double compared,
        String against,
        double ratio,
        String target,
        boolean met,
        String note) {
    static Row of(
            String what, double measured, double compared, String against, String target, boolean met, String note) {
        return new Row(what, measured, compared, against, measured / compared, target, met, note);
    }
}
