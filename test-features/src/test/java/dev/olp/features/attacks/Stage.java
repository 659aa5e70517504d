package dev.olp.features.attacks;

import dev.olp.isolation.bubblewrap.BubblewrapSandbox;
import dev.olp.isolation.bubblewrap.NativeTools;
import dev.olp.isolation.bubblewrap.Profile;
import dev.olp.isolation.bubblewrap.SandboxSpec;
import dev.olp.isolation.bubblewrap.ServiceUser;
import dev.olp.isolation.home.ThrowAwaySandbox;
import dev.olp.isolation.limits.RunLimits;
import dev.olp.isolation.posix.NativePosix;
import dev.olp.isolation.selftest.Canaries;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What is attacked, on this machine and in this process's network: canaries, targets, and a launcher of sandboxes. */
final class Stage implements AutoCloseable {
    private static final int SECRET_BYTES = 32;

    private final ThrowAwaySandbox runs;
    private final Targets targets;
    private final Canaries canaries;
    private final Path reachable;
    private final List<Path> readOnly = new ArrayList<>();
    private final List<String> lines = new ArrayList<>();
    final boolean asRoot;
    final Optional<ServiceUser> user;
    final Path probe;
    final BubblewrapSandbox sandbox;

    /** @param reachable a folder that the children's user can enter */
    Stage(Path reachable) throws Exception {
        this.reachable = reachable;
        NativePosix posix = NativePosix.load();
        asRoot = posix.effectiveUserId() == 0;
        user = asRoot ? Optional.of(ServiceUser.find("nobody")) : Optional.empty();
        probe = NativeTools.unpack(reachable.resolve("native"), posix.effectiveUserId(), true)
                .probe();
        targets = new Targets();
        Path root = Files.createDirectory(reachable.resolve("runs"));
        runs = new ThrowAwaySandbox(root, new byte[SECRET_BYTES], new SecureRandom(), InstantSource.system(), posix);
        canaries = new Canaries(runs, probe, user, new SecureRandom());
        sandbox = new BubblewrapSandbox(runs, SandboxSpec.of(Profile.BARE), user, posix);
        lines.addAll(canaries.lines());
        lines.addAll(targets.lines());
        lines.add("processes=" + RunLimits.DEFAULT.processes());
        if (asRoot) { // nobody else can make a program that is root's and set-uid; this one then only says who it is
            Path setUid = Files.copy(probe, reachable.resolve("set-uid"));
            Files.setAttribute(setUid, "unix:mode", 04755);
            readOnly.add(setUid);
            lines.add("set-uid=" + setUid);
        }
    }

    /** What there is to be reached, as the probe reads it. */
    List<String> lines() {
        return List.copyOf(lines);
    }

    /** The first value of a key of {@link #lines}. */
    String value(String key) {
        return lines.stream()
                .filter(line -> line.startsWith(key + "="))
                .findFirst()
                .orElseThrow()
                .substring(key.length() + 1);
    }

    Sandboxed inside() {
        return new Sandboxed(sandbox, readOnly);
    }

    /** A new folder that the children's user can write. */
    Path writable(String name) throws Exception {
        Path folder = Files.createDirectory(reachable.resolve(name));
        return Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
    }

    /** What goes before a command so that the children's user executes it. */
    List<String> asUser() {
        return user.map(service -> List.of(
                        "setpriv",
                        "--reuid",
                        Long.toString(service.uid()),
                        "--regid",
                        Long.toString(service.gid()),
                        "--clear-groups",
                        "--"))
                .orElse(List.of());
    }

    @Override
    public void close() throws Exception {
        try (runs;
                targets;
                canaries) {
            // in the reverse order
        }
    }
}
