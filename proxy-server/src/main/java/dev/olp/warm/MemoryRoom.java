package dev.olp.warm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Whether this machine has memory to spare for a process that only waits. */
final class MemoryRoom implements BooleanSupplier {
    static final Path SYSTEM = Path.of("/proc/meminfo");

    /** Most that one was seen to take, in KiB, and half as much again. */
    private static final long ONE = 256 << 10;

    /** Of the whole, a share that is left to the rest: one in so many. */
    private static final long SHARE = 8;

    /** From 4 GiB down, in KiB, a machine counts as small. */
    private static final long SMALL = 4L << 20;

    private final Path file;

    MemoryRoom(Path file) {
        this.file = file;
    }

    /** Whether there is room for one more now. */
    @Override
    public boolean getAsBoolean() {
        List<String> lines = lines();
        return kibibytes(lines, "MemAvailable:") - ONE >= kibibytes(lines, "MemTotal:") / SHARE;
    }

    boolean isSmall() {
        return kibibytes(lines(), "MemTotal:") <= SMALL;
    }

    /** None when it cannot be read, which leaves no room. */
    private List<String> lines() {
        try {
            return Files.readAllLines(file, StandardCharsets.US_ASCII);
        } catch (IOException e) {
            return List.of();
        }
    }

    private static long kibibytes(List<String> lines, String name) {
        return lines.stream()
                .filter(line -> line.startsWith(name))
                .map(line -> line.replaceAll("\\D", ""))
                .filter(digits -> !digits.isEmpty())
                .mapToLong(Long::parseLong)
                .findFirst()
                .orElse(0);
    }
}
