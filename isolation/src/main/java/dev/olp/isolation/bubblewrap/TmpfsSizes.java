package dev.olp.isolation.bubblewrap;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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

    /** 32, 32 and 8 MiB, for a small Raspberry Pi. */
    public static final TmpfsSizes SMALL = new TmpfsSizes(32 * MEBIBYTE, 32 * MEBIBYTE, 8 * MEBIBYTE);

    /** A machine of at most so much memory is small. */
    private static final long SMALL_MACHINE = 4096 * MEBIBYTE;

    private static final Path MEMORY = Path.of("/proc/meminfo");
    private static final Pattern TOTAL = Pattern.compile("MemTotal:\\s+(\\d{1,15}) kB");

    public TmpfsSizes {
        if (home < 1 || temp < 1 || shared < 1) {
            throw new IllegalArgumentException(
                    "sizes: " + home + ", " + temp + ", " + shared + " (expected: each at least 1 byte)");
        }
    }

    /** What this machine's memory allows; small where that cannot be told. */
    public static TmpfsSizes ofThisMachine() {
        return of(MEMORY);
    }

    static TmpfsSizes of(Path meminfo) {
        try {
            Matcher total = TOTAL.matcher(Files.readString(meminfo, StandardCharsets.US_ASCII));
            return total.find() && Long.parseLong(total.group(1)) * 1024 > SMALL_MACHINE ? DEFAULT : SMALL;
        } catch (IOException e) {
            return SMALL;
        }
    }

    /** The smaller of each. */
    TmpfsSizes atMost(TmpfsSizes most) {
        return new TmpfsSizes(Math.min(home, most.home), Math.min(temp, most.temp), Math.min(shared, most.shared));
    }
}
