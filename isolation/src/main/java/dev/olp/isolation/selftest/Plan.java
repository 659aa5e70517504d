package dev.olp.isolation.selftest;

import dev.olp.isolation.bubblewrap.Profile;
import dev.olp.isolation.bubblewrap.SandboxSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What a sandbox may hold, as the probe is told it. Said here once more, and not taken from the launcher: a hole in the
 * launcher's own plan must show.
 */
final class Plan {
    private Plan() {}

    static List<String> lines(SandboxSpec spec) throws IOException {
        List<String> lines = new ArrayList<>(List.of(
                "home=/home/u",
                "mount=/home/u",
                "mount=/tmp",
                "mount=/cli",
                "mount=/dev",
                "mount=/proc",
                "mounts-below=/dev/",
                "mounts-below=/proc/",
                "writable=/home/u",
                "writable=/tmp",
                "writable=/proc",
                "writable-below=/dev/",
                "writable-below=/proc/",
                "home-bytes=" + spec.sizes().home(),
                "temp-bytes=" + spec.sizes().temp(),
                "shared-bytes=" + spec.sizes().shared()));
        if (spec.profile() == Profile.USR) {
            lines.add("mount=/usr");
        }
        if (spec.sockets()) {
            lines.add("mount=" + SandboxSpec.SOCKETS);
        }
        spec.readOnly().forEach(path -> lines.add("mount=" + path));
        HostNames.namespaces().forEach(name -> lines.add("namespace=" + name));
        return lines;
    }
}
