package dev.olp.bench;

import java.nio.file.Path;
import java.util.List;

/**
 * What the bench was asked for.
 *
 * @param root OLP's folder, built
 * @param temp a folder of the run's own
 * @param claude the real binary
 * @param codex the real binary
 * @param peers the folder with node_modules that holds other gateways; empty for none
 * @param serverFlags the JVM flags of the profile pi, for the server that is compared with
 * @param fullFlags those of the profile server
 * @param pairs pairs of answers for each CLI
 * @param starts starts of each kind
 * @param seconds of load on each endpoint
 */
record Settings(
        Path root,
        Path temp,
        Path claude,
        Path codex,
        Path peers,
        List<String> serverFlags,
        List<String> fullFlags,
        int pairs,
        int starts,
        int seconds) {
    Settings {
        serverFlags = List.copyOf(serverFlags);
        fullFlags = List.copyOf(fullFlags);
    }
}
