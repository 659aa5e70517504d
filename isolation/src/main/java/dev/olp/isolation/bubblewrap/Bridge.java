package dev.olp.isolation.bubblewrap;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Ports on the loopback of a sandbox that lead to its run's sockets, for CLIs that cannot speak to a Unix socket. Each is
 * there from the CLI's first instruction on.
 *
 * @param helper the program on the host that carries the bytes, see {@link NativeTools#bridge}
 * @param ports 1024 to 65535, each with the name of a socket in {@link SandboxSpec#sockets}
 */
public record Bridge(Path helper, SortedMap<Integer, String> ports) {
    /** Where the helper is, inside. */
    static final String INSIDE = "/nb";

    /** As in the helper's source. */
    private static final int MOST_PORTS = 8;

    /** A sandbox has no right to any below. */
    private static final int FIRST_PORT = 1024;

    private static final int LAST_PORT = 65_535;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

    /** @throws IllegalArgumentException for a port or name that cannot be, none at all, or more than eight */
    public Bridge {
        ports = Collections.unmodifiableSortedMap(new TreeMap<>(ports));
        if (ports.isEmpty() || ports.size() > MOST_PORTS) {
            throw new IllegalArgumentException(ports.size() + " ports (expected: 1 to " + MOST_PORTS + ")");
        }
        ports.forEach(Bridge::check);
    }

    private static void check(int port, String name) {
        if (port < FIRST_PORT || port > LAST_PORT || !NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("bridge: " + port + " to " + name + " (expected: a port from "
                    + FIRST_PORT + " on, and " + NAME + ")");
        }
    }

    /** What comes between the helper and the command that it becomes. */
    List<String> arguments() {
        List<String> words = new ArrayList<>();
        for (Map.Entry<Integer, String> each : ports.entrySet()) {
            words.add(each.getKey().toString());
            words.add(SandboxSpec.SOCKETS + "/" + each.getValue());
        }
        words.add("--");
        return words;
    }
}
