package dev.olp.isolation.posix;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The uid that root's files show here. It is 0, but in a user namespace that has no root of its own the kernel shows
 * the overflow uid instead (user_namespaces(7)), for root's files and those of every other unmapped user alike. Nobody
 * in such a namespace is the host's root, so what is accepted there on root's behalf must also be beyond our own
 * writing, which the callers check by mode.
 */
public final class HostRoot {
    private static final int OVERFLOW = 65_534;

    private HostRoot() {}

    /** The uid of {@code /usr/bin} and its like in this process's user namespace. */
    public static long uid() {
        try {
            // uid_map: the first id inside, the first outside, how many
            List<String> map = Files.readAllLines(Path.of("/proc/self/uid_map"));
            boolean mapped = map.stream().anyMatch(line -> line.strip().startsWith("0 "));
            return mapped ? 0 : OVERFLOW;
        } catch (IOException e) {
            return 0; // the strict reading
        }
    }
}
