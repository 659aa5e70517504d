package dev.olp.http;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Which process listens on a port, from {@code /proc} (proc(5)): the listening sockets' inodes of {@code net/tcp} and
 * {@code net/tcp6}, and whose {@code fd} points there. A process of another user is invisible unless we are root.
 */
final class PortHolder {
    private static final String LISTEN = "0A";

    private final Path proc;

    PortHolder(Path proc) {
        this.proc = proc;
    }

    /** For example {@code java (pid 4711)}; empty when it cannot be found out. */
    Optional<String> find(int port) {
        Set<String> inodes = new HashSet<>();
        for (String table : List.of("net/tcp", "net/tcp6")) {
            addListeners(proc.resolve(table), port, inodes);
        }
        if (inodes.isEmpty()) {
            return Optional.empty();
        }
        try (Stream<Path> processes = Files.list(proc)) {
            return processes
                    .filter(path -> path.getFileName().toString().chars().allMatch(Character::isDigit))
                    .filter(process -> holdsOne(process, inodes))
                    .findFirst()
                    .map(PortHolder::describe);
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    private static void addListeners(Path table, int port, Set<String> inodes) {
        String suffix = String.format(Locale.ROOT, ":%04X", port);
        try (Stream<String> lines = Files.lines(table)) {
            lines.map(line -> line.strip().split("\\s+"))
                    .filter(fields -> fields.length > 9 && fields[1].endsWith(suffix) && fields[3].equals(LISTEN))
                    .forEach(fields -> inodes.add("socket:[" + fields[9] + "]"));
        } catch (IOException unreadable) {
            // the message then names no holder
            inodes.remove("");
        }
    }

    private static boolean holdsOne(Path process, Set<String> sockets) {
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(process.resolve("fd"))) {
            for (Path descriptor : descriptors) {
                if (sockets.contains(Files.readSymbolicLink(descriptor).toString())) {
                    return true;
                }
            }
            return false;
        } catch (IOException notOurs) {
            return false;
        }
    }

    private static String describe(Path process) {
        String pid = process.getFileName().toString();
        try {
            return Files.readString(process.resolve("comm")).strip() + " (pid " + pid + ")";
        } catch (IOException ended) {
            return "pid " + pid;
        }
    }
}
