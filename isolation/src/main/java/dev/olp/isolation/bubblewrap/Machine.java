package dev.olp.isolation.bubblewrap;

import dev.olp.isolation.SandboxException;
import dev.olp.isolation.limits.Limits;
import dev.olp.isolation.limits.RunLimits;
import dev.olp.isolation.posix.Posix;
import dev.olp.isolation.process.LaunchLine;
import dev.olp.isolation.process.Spawner;
import dev.olp.isolation.process.Tools;
import dev.olp.isolation.seccomp.Architecture;
import dev.olp.isolation.seccomp.SeccompProgram;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What every launch on this machine shares, looked up once.
 *
 * @param bubblewrap proven fit
 * @param largeShell one that opens descriptors of two digits
 * @param user who children are, when we are root
 * @param filter the system-call filter's program
 * @param limits what a run may take
 * @param tiers how far apart tenants can be kept
 */
record Machine(
        Bubblewrap bubblewrap,
        Tools tools,
        Path largeShell,
        LaunchLine launchLine,
        Optional<ServiceUser> user,
        byte[] filter,
        Libraries libraries,
        HostFacts facts,
        Limits limits,
        Tiers tiers,
        Posix posix) {
    private static final Logger log = LoggerFactory.getLogger(Machine.class);
    private static final Path LARGE_SHELL = Path.of("/usr/bin/bash");

    /** @throws SandboxException when something is missing; the message says what, and nothing may be started */
    static Machine look(Posix posix, Optional<ServiceUser> user, Path spawnRoot, TierLook tiers)
            throws SandboxException {
        if (posix.effectiveUserId() == 0 && user.isEmpty()) {
            throw new SandboxException("started as root without a service user for the children"
                    + " (expected: one, or a server that is not root)");
        }
        String javaArchitecture = System.getProperty("os.arch");
        Architecture architecture = Architecture.of(javaArchitecture)
                .orElseThrow(() -> new SandboxException(
                        "no system-call filter for " + javaArchitecture + " (expected: amd64 or aarch64)"));
        if (!Files.isExecutable(LARGE_SHELL)) {
            throw new SandboxException("no " + LARGE_SHELL + " (expected: install the package bash)");
        }
        Tools tools = Tools.find();
        try (Spawner spawner = new Spawner()) {
            Bubblewrap bubblewrap = Bubblewrap.find(spawner);
            Optional<ServiceUser> children = posix.effectiveUserId() == 0 ? user : Optional.empty();
            Limits limits = Limits.look(
                    RunLimits.DEFAULT,
                    tools,
                    posix,
                    words -> works(spawner, bubblewrap, tools, LaunchUser.shared(children), words));
            Predicate<LaunchUser> works =
                    tenant -> works(spawner, bubblewrap, tools, tenant, limits.wrapping(tenant.hasNamespace()));
            return new Machine(
                    bubblewrap,
                    tools,
                    LARGE_SHELL,
                    new LaunchLine(tools, ProcessHandle.current().pid()),
                    children,
                    SeccompProgram.bytes(architecture),
                    Libraries.of(javaArchitecture),
                    HostFacts.look(),
                    limits,
                    tiers.tiers(posix, children, spawnRoot, works),
                    posix);
        }
    }

    /** The same with other limits. */
    Machine with(Limits others) {
        return new Machine(
                bubblewrap, tools, largeShell, launchLine, user, filter, libraries, facts, others, tiers, posix);
    }

    /** The launch line for children that become that user. */
    LaunchLine launchLine(LaunchUser launched) {
        return launched instanceof LaunchUser.Mapped ? launchLine.gainingPrivileges() : launchLine;
    }

    /** What bubblewrap is executed by. */
    List<String> before(LaunchUser launched) {
        return before(tools, launched, limits.wrapping(launched.hasNamespace()));
    }

    private static List<String> before(Tools tools, LaunchUser launched, List<String> wrapping) {
        return Stream.concat(launched.words(tools).stream(), wrapping.stream()).toList();
    }

    private static boolean works(
            Spawner spawner, Bubblewrap bubblewrap, Tools tools, LaunchUser launched, List<String> wrapping) {
        try {
            spawner.output(BubblewrapLine.trial(bubblewrap.binary(), before(tools, launched, wrapping), tools.shell()));
            return true;
        } catch (SandboxException e) {
            log.atInfo().addKeyValue("reason", e.getMessage()).log("a sandbox cannot be made that way here");
            return false;
        }
    }
}
