package dev.olp.warm;

import java.nio.file.Path;

/**
 * Whether there is memory to spare for processes that only wait.
 *
 * @param proc where the system tells
 */
record MemoryRoom(Path proc) {
    static final Path SYSTEM = Path.of("/proc");

    /** Most that one was seen to take, in bytes, and half as much again. */
    private static final long ONE = 256L << 20;

    /** Of the whole, a share that is left to the rest: one in so many. */
    private static final long SHARE = 8;

    /** From 4 GiB down, in bytes, a machine counts as small. */
    private static final long SMALL = 4L << 30;

    /**
     * Whether so many more have room.
     *
     * @param processes those that are being started, which take no memory yet; 0 to ask whether those that wait may stay
     */
    boolean isFor(int processes) {
        return Memory.all(proc).stream()
                .allMatch(memory -> memory.left() - processes * ONE >= memory.whole() / SHARE && memory.left() > 0);
    }

    boolean isSmall() {
        return Memory.all(proc).stream().anyMatch(memory -> memory.whole() <= SMALL);
    }
}
