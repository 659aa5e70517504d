package dev.olp.features.attacks;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/**
 * A line of the list.
 *
 * @param id as the probe knows it
 * @param what is tried
 * @param enforcedBy why it fails in the sandbox
 * @param outside what is to be expected of the same user without a sandbox
 * @param control where it succeeds if not there
 */
record Attack(String id, String what, String enforcedBy, Outside outside, Control control) {
    /** For the same user without a sandbox. */
    enum Outside {
        /** It must succeed. */
        WORKS,
        /** It succeeds on most machines. */
        MAY,
        /** Ordinary permissions refuse it. */
        REFUSED
    }

    /** For somebody else. */
    enum Control {
        NONE,
        /** As root of namespaces of its own, where everything is open. */
        OPEN,
        /** As root. */
        ROOT,
        /** As root, on most machines. */
        ROOT_MAY
    }

    static List<Attack> all() throws IOException {
        try (InputStream in = Objects.requireNonNull(Attack.class.getResourceAsStream("attacks.tsv"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(Attack::parse)
                    .toList();
        }
    }

    private static Attack parse(String line) {
        String[] fields = line.split("\t", -1);
        return new Attack(
                fields[0],
                fields[1],
                fields[2],
                switch (fields[3]) {
                    case "works" -> Outside.WORKS;
                    case "may" -> Outside.MAY;
                    default -> Outside.REFUSED;
                },
                switch (fields[4]) {
                    case "open" -> Control.OPEN;
                    case "root" -> Control.ROOT;
                    case "root-may" -> Control.ROOT_MAY;
                    default -> Control.NONE;
                });
    }
}
