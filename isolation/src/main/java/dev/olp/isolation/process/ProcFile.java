package dev.olp.isolation.process;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Reads files under /proc. {@code Files.readAllBytes} cannot: it trusts their size of zero and asks for one byte first,
 * after which files under /proc/sys are at their end.
 */
final class ProcFile {
    static final Path PROC = Path.of("/proc");

    private static final int FIRST_BYTES = 4096;

    /** Environments are bounded by the kernel far below this. */
    private static final int MOST_BYTES = 8 << 20;

    private ProcFile() {}

    static byte[] read(Path file) throws IOException {
        byte[] bytes = new byte[FIRST_BYTES];
        int length = 0;
        try (FileInputStream in = new FileInputStream(file.toFile())) {
            for (int count = in.read(bytes); count > 0; count = in.read(bytes, length, bytes.length - length)) {
                length += count;
                if (length == bytes.length) {
                    if (length >= MOST_BYTES) {
                        break;
                    }
                    bytes = Arrays.copyOf(bytes, length * 2);
                }
            }
        }
        return Arrays.copyOf(bytes, length);
    }
}
