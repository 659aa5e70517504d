package dev.olp.provider;

import java.util.List;

/**
 * A command of the CLI that the server runs once per binary, in an empty home without any login, and whose output it
 * keeps.
 *
 * @param name under which the output is found in {@link LaunchContext#probes()}
 * @param args arguments without the binary
 * @param required whether the provider is unusable when it fails
 */
public record Probe(String name, List<String> args, boolean required) {
    /** Every provider has a probe of this name; {@link Provider#parseVersion} reads its output. */
    public static final String VERSION = "version";

    public Probe {
        args = List.copyOf(args);
    }
}
