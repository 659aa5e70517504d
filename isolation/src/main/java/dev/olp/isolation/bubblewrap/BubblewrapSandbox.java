package dev.olp.isolation.bubblewrap;

import dev.olp.isolation.Sandbox;
import dev.olp.isolation.SandboxException;
import dev.olp.isolation.SandboxedRun;
import dev.olp.isolation.home.ThrowAwaySandbox;
import dev.olp.isolation.limits.LimitsPosture;
import dev.olp.isolation.posix.Posix;
import dev.olp.isolation.process.Spawner;
import java.util.List;
import java.util.Optional;

/**
 * Every child in an outer sandbox of its own: its namespaces, its memory-only home, nothing of the host but the programs
 * of its profile, no capability, a system-call filter. There is no way to start one without.
 */
public final class BubblewrapSandbox implements Sandbox {
    private final Machine machine;
    private final ThrowAwaySandbox runs;
    private final SandboxSpec standard;

    /**
     * Looks the machine over.
     *
     * @param runs keeps the runs' lives and what they leave; it is the caller's to close
     * @param standard what a run gets for which nothing else is asked
     * @param user who children are, when this server is root; ignored otherwise
     * @throws SandboxException when no sandbox can be made here; the message says why and what to do
     */
    public BubblewrapSandbox(ThrowAwaySandbox runs, SandboxSpec standard, Optional<ServiceUser> user, Posix posix)
            throws SandboxException {
        this(runs, standard, Machine.look(posix, user, runs.spawnRoot(), TierLook.SYSTEM));
    }

    BubblewrapSandbox(ThrowAwaySandbox runs, SandboxSpec standard, Machine machine) {
        this.machine = machine;
        this.runs = runs;
        this.standard = standard;
        runs.sweepToo(machine.limits()::sweep);
    }

    @Override
    public SandboxedRun open(String tenant, String runId) throws SandboxException {
        return open(tenant, runId, standard);
    }

    /**
     * The same with what this run needs. Where nothing holds its memory, it may write less.
     *
     * @throws SandboxException also when this machine cannot give the tier; see {@link #tiers}
     */
    public SandboxedRun open(String tenant, String runId, SandboxSpec spec) throws SandboxException {
        SandboxSpec held = limits().memory() ? spec : spec.atMost(TmpfsSizes.SMALL);
        return runs.open(tenant, runId, new BubblewrapStarter(machine, held, tenant, runs.children()));
    }

    /** How far apart tenants can be kept here. */
    public TierPosture tiers() {
        return machine.tiers().posture();
    }

    /** What of a run's limits is enforced here. */
    public LimitsPosture limits() {
        return machine.limits().posture();
    }

    /**
     * Looks at bubblewrap once more: it may have been replaced since.
     *
     * @throws SandboxException when it is no longer fit; the message says what to do
     */
    public void checkBubblewrap() throws SandboxException {
        try (Spawner spawner = new Spawner()) {
            Bubblewrap.at(machine.bubblewrap().binary(), spawner);
        }
    }

    /** Who children are, when this server is root. */
    public Optional<ServiceUser> user() {
        return machine.user();
    }

    /**
     * What decides how sandboxes are made here, but for the kernel: where none of it changed, what was proven of one holds
     * for the next.
     */
    public List<String> identity(SandboxSpec spec) {
        return LauncherIdentity.of(machine, spec);
    }

    /** The bubblewrap in use, as it says, like {@code 0.8.0}. */
    public String version() {
        return machine.bubblewrap().version();
    }
}
