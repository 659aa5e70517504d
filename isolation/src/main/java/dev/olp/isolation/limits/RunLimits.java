package dev.olp.isolation.limits;

/**
 * Most that one run may take.
 *
 * @param memoryBytes with all that it writes to its memory-only folders; nothing of it is swapped out
 * @param processes and threads
 * @param cores processor time per second
 */
public record RunLimits(long memoryBytes, int processes, int cores) {
    /** 512 MiB, 128 processes, one core. */
    public static final RunLimits DEFAULT = new RunLimits(512L << 20, 128, 1);

    public RunLimits {
        if (memoryBytes < 1 << 20 || processes < 1 || cores < 1) {
            throw new IllegalArgumentException("limits: " + memoryBytes + " bytes, " + processes + " processes, "
                    + cores + " cores (expected: at least 1 MiB, 1 and 1)");
        }
    }
}
