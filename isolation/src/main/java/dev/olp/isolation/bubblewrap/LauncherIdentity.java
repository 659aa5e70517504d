package dev.olp.isolation.bubblewrap;

import dev.olp.isolation.process.LaunchLine;
import dev.olp.isolation.process.QuickIdentity;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All that a launch is made of, as text. */
final class LauncherIdentity {
    private static final long ANY_SERVER = 0;
    private static final Path NOWHERE = Path.of("/");

    private LauncherIdentity() {}

    static List<String> of(Machine machine, SandboxSpec spec) {
        Path bubblewrap = machine.bubblewrap().binary();
        List<String> parts = new ArrayList<>();
        parts.add(machine.bubblewrap().version());
        parts.add(QuickIdentity.of(bubblewrap));
        parts.add(HexFormat.of().formatHex(machine.filter()));
        parts.addAll(BubblewrapLine.arguments(
                spec, machine.facts(), NOWHERE, Map.of(), List.of(), List.of(), Map.of(), false));
        parts.addAll(BubblewrapLine.command(bubblewrap, machine.before(LaunchUser.shared(machine.user())), List.of()));
        parts.add(spec.tier().declared());
        parts.addAll(new LaunchLine(machine.tools(), ANY_SERVER)
                .of(List.of(), BubblewrapLine.opening(0), List.of(), Optional.empty()));
        return parts;
    }
}
