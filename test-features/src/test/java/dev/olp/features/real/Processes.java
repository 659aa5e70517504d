package dev.olp.features.real;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What Linux tells of processes while they run; of one that is gone, nothing. */
final class Processes {
    /** Columns of /proc/PID/net/tcp: remote address, state, inode. */
    private static final int REMOTE = 2;

    private static final int STATE = 3;
    private static final int INODE = 9;
    private static final String LISTENING = "0A";

    private Processes() {}

    /** Arguments and environment, each as one text. */
    static String startedWith(long pid) {
        return read(Path.of("/proc", Long.toString(pid), "cmdline")) + "\0"
                + read(Path.of("/proc", Long.toString(pid), "environ"));
    }

    /** The far ends of a process's TCP and UDP sockets as {@code inside|host protocol hexAddress:hexPort}; listening ones as such. */
    static Set<String> connections(long pid) {
        Path process = Path.of("/proc", Long.toString(pid));
        Set<String> sockets = sockets(process.resolve("fd"));
        Set<String> found = new TreeSet<>();
        for (String protocol : List.of("tcp", "tcp6", "udp", "udp6")) {
            read(process.resolve("net").resolve(protocol)).lines().skip(1).forEach(line -> {
                String[] columns = line.strip().split("\\s+", -1);
                if (sockets.contains("socket:[" + columns[INODE] + "]")) {
                    found.add((isOfTheHost(process) ? "host " : "inside ") + protocol + " "
                            + (columns[STATE].equals(LISTENING) ? "listens" : columns[REMOTE]));
                }
            });
        }
        return found;
    }

    /** Of what {@link #connections} names. */
    static boolean isOfALoopbackOfItsOwn(String connection) {
        return connection.startsWith("inside tcp 0100007F:") || connection.equals("inside tcp listens");
    }

    /** Of the network that the process is in; none of the host's, where every process starts. */
    static Set<String> devices(long pid) {
        Path process = Path.of("/proc", Long.toString(pid));
        return isOfTheHost(process)
                ? Set.of()
                : read(process.resolve("net/dev"))
                        .lines()
                        .filter(line -> line.contains(":"))
                        .map(line -> line.substring(0, line.indexOf(':')).strip())
                        .collect(Collectors.toSet());
    }

    private static boolean isOfTheHost(Path process) {
        String network = target(process.resolve("ns/net"));
        return network.isEmpty() || network.equals(target(Path.of("/proc/self/ns/net")));
    }

    private static Set<String> sockets(Path descriptors) {
        Set<String> found = new HashSet<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(descriptors)) {
            for (Path descriptor : all) {
                found.add(target(descriptor));
            }
        } catch (IOException | DirectoryIteratorException gone) {
            return found;
        }
        return found;
    }

    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException closedMeanwhile) {
            return "";
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException gone) {
            return "";
        }
    }
}
