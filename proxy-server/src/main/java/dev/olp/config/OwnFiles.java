package dev.olp.config;

import dev.olp.isolation.posix.HostRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Whose files are whose. */
public final class OwnFiles {
    /** Real, effective, saved and file system user id. */
    private static final Pattern USER_IDS = Pattern.compile("Uid:\\s+\\d+\\s+(\\d+)\\s.*");

    private OwnFiles() {}

    /** Whether the file belongs to the user that this process runs as; links are followed. */
    public static boolean isOurs(Path file) throws IOException {
        return user(file) == ownUser();
    }

    static boolean isRoots(Path file) throws IOException {
        return user(file) == HostRoot.uid();
    }

    private static int user(Path file) throws IOException {
        return (Integer) Files.getAttribute(file, "unix:uid");
    }

    /** The effective user id, proc(5); the owner of /proc/self would be root's for a process that may not be dumped. */
    private static int ownUser() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
            return lines.map(USER_IDS::matcher)
                    .filter(Matcher::matches)
                    .map(ids -> Integer.parseInt(ids.group(1)))
                    .findFirst()
                    .orElseThrow(() -> new IOException("/proc/self/status has no Uid line"));
        }
    }
}
