package dev.olp.isolation;

/**
 * Caps on what a child may print; a cap that is passed ends the run by name.
 *
 * @param lineBytes longest line on stdout, in bytes
 * @param totalBytes all of stdout, in bytes
 * @param stderrTailBytes how much of the end of stderr is kept, in bytes
 */
public record OutputLimits(int lineBytes, long totalBytes, int stderrTailBytes) {
    /** 8 MiB a line, 128 MiB in all, the last 64 KiB of stderr. */
    public static final OutputLimits DEFAULT = new OutputLimits(8 << 20, 128L << 20, 64 << 10);
}
