package dev.olp.warm;

import dev.olp.isolation.limits.CgroupMount;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Some memory that this server shares with others, in bytes.
 *
 * @param whole all of it
 * @param left what can be had without taking it from anybody
 */
record Memory(long whole, long left) {
    /** What cannot be read has none left. */
    private static final Memory UNKNOWN = new Memory(1, 0);

    private static final int KIB = 1024;

    /**
     * That of the machine, of our cgroup and of those above it, as far as these are limited.
     *
     * @param proc usually {@code /proc}
     */
    static List<Memory> all(Path proc) {
        List<Memory> all = new ArrayList<>();
        try {
            List<String> lines = Files.readAllLines(proc.resolve("meminfo"), StandardCharsets.US_ASCII);
            all.add(new Memory(number(lines, "MemTotal:") * KIB, number(lines, "MemAvailable:") * KIB));
        } catch (IOException e) {
            all.add(UNKNOWN);
        }
        CgroupMount.find(proc.resolve("self")).ifPresent(mount -> {
            for (Path group = mount.own(); group != null && group.startsWith(mount.top()); group = group.getParent()) {
                limited(group).ifPresent(all::add);
            }
        });
        return all;
    }

    /** Pages of files that were not used of late are taken back first, so they count as left. */
    private static Optional<Memory> limited(Path group) {
        try {
            String most = Files.readString(group.resolve("memory.max")).strip();
            if (most.equals("max")) {
                return Optional.empty();
            }
            long whole = Long.parseLong(most);
            long taken = Long.parseLong(
                    Files.readString(group.resolve("memory.current")).strip());
            long files = number(Files.readAllLines(group.resolve("memory.stat")), "inactive_file ");
            return Optional.of(new Memory(whole, whole - taken + files));
        } catch (NoSuchFileException e) { // the root has no limit, nor has a group without the controller
            return Optional.empty();
        } catch (IOException | NumberFormatException e) {
            return Optional.of(UNKNOWN);
        }
    }

    private static long number(List<String> lines, String name) {
        return lines.stream()
                .filter(line -> line.startsWith(name))
                .map(line -> line.replaceAll("\\D", ""))
                .filter(digits -> !digits.isEmpty())
                .mapToLong(Long::parseLong)
                .findFirst()
                .orElse(0);
    }
}
