package dev.olp.isolation.bubblewrap;

/**
 * Most that a child can write, in bytes; each is memory.
 *
 * @param home under HOME
 * @param temp under TMPDIR
 * @param shared under /dev/shm
 */
public record TmpfsSizes(long home, long temp, long shared) {
    private static final long MEBIBYTE = 1L << 20;

    /** 64, 64 and 16 MiB. */
    public static final TmpfsSizes DEFAULT = new TmpfsSizes(64 * MEBIBYTE, 64 * MEBIBYTE, 16 * MEBIBYTE);

    /** 32, 32 and 8 MiB, for a Raspberry Pi. */
    public static final TmpfsSizes SMALL = new TmpfsSizes(32 * MEBIBYTE, 32 * MEBIBYTE, 8 * MEBIBYTE);

    public TmpfsSizes {
        if (home < 1 || temp < 1 || shared < 1) {
            throw new IllegalArgumentException(
                    "sizes: " + home + ", " + temp + ", " + shared + " (expected: each at least 1 byte)");
        }
    }

    /** The smaller of each. */
    TmpfsSizes atMost(TmpfsSizes most) {
        return new TmpfsSizes(Math.min(home, most.home), Math.min(temp, most.temp), Math.min(shared, most.shared));
    }
}
