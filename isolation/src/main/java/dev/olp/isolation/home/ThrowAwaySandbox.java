package dev.olp.isolation.home;

import dev.olp.isolation.Sandbox;
import dev.olp.isolation.SandboxException;
import dev.olp.isolation.SandboxedRun;
import dev.olp.isolation.posix.Posix;
import dev.olp.isolation.process.Children;
import dev.olp.isolation.process.LaunchLine;
import dev.olp.isolation.process.Spawner;
import dev.olp.isolation.process.Tools;
import dev.olp.isolation.process.Waiting;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Layer 1: one empty private home per run, one child in a group of its own, and nothing left of either afterwards. Not a
 * sandbox against a hostile child: it shares our user, files and network until the outer sandbox wraps it (see
 * {@link LaunchLine}).
 */
public final class ThrowAwaySandbox implements Sandbox, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ThrowAwaySandbox.class);

    private static final Duration SWEEP_EVERY = Duration.ofMinutes(1);

    /** A little more than what closing one run may take. */
    private static final Duration CLOSE_CAP = Duration.ofSeconds(25);

    /** One for the SIGKILLs after a grace, one for a sweep that takes long. */
    private static final int TIMER_THREADS = 2;

    private final Path spawnRoot;
    private final Reaper reaper;
    private final RunNames names;
    private final Instance instance;
    private final ChildStarter plain;
    private final Spawner spawner = new Spawner();
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(
            TIMER_THREADS,
            Thread.ofPlatform().daemon().name("olp-child-timer-", 0).factory());
    private final Children children;
    private final Set<ThrowAwayRun> live = ConcurrentHashMap.newKeySet();
    private final Set<ThrowAwayRun> leaked = ConcurrentHashMap.newKeySet();
    private final List<Runnable> sweeps = new CopyOnWriteArrayList<>();
    private volatile boolean shutDown;

    /**
     * Sweeps up what dead servers left and takes a folder of its own.
     *
     * @param spawnRoot from {@link SpawnRoot#choose}
     * @param secret key of the HMAC in folder names, at least 16 bytes
     * @param random must not be foreseeable
     * @throws SandboxException when a tool is missing or the spawn root cannot be used
     */
    public ThrowAwaySandbox(Path spawnRoot, byte[] secret, RandomGenerator random, InstantSource clock, Posix posix)
            throws SandboxException {
        Tools tools = Tools.find();
        this.names = new RunNames(secret, random);
        this.reaper = new Reaper(spawnRoot, posix, clock);
        reaper.sweep();
        WorkFolder work = WorkFolder.of(spawnRoot);
        this.spawnRoot = spawnRoot;
        this.instance =
                Instance.create(spawnRoot, random, posix.effectiveUserId() == 0 || SpawnRoot.isPassable(spawnRoot));
        this.children = new Children(
                posix, new LaunchLine(tools, ProcessHandle.current().pid()), spawner, timer);
        this.plain = new PlainStarter(children, work);
        timer.setRemoveOnCancelPolicy(true);
        var _ = timer.scheduleWithFixedDelay(
                this::tidy, SWEEP_EVERY.toSeconds(), SWEEP_EVERY.toSeconds(), TimeUnit.SECONDS);
    }

    @Override
    public SandboxedRun open(String tenant, String runId) throws SandboxException {
        return open(tenant, runId, plain);
    }

    /** The same for a child that is started otherwise. */
    public SandboxedRun open(String tenant, String runId, ChildStarter starter) throws SandboxException {
        String name = names.next(tenant);
        RunFolder folder = instance.add(name);
        ThrowAwayRun run = new ThrowAwayRun(name, folder, starter, this::takeBack);
        live.add(run);
        try {
            starter.prepare(folder.path());
        } catch (SandboxException e) {
            run.close();
            throw e;
        }
        if (shutDown) {
            run.close();
            throw new SandboxException("the sandbox is shut down");
        }
        log.atDebug().addKeyValue("request", runId).addKeyValue("run", name).log("home made");
        return run;
    }

    /** Runs a sweep of what else runs leave behind, now and with every one of ours. */
    public void sweepToo(Runnable sweep) {
        sweep.run();
        sweeps.add(sweep);
    }

    /** The folder under which every home is made; ours alone, and that of all servers of ours which use it. */
    public Path spawnRoot() {
        return spawnRoot;
    }

    /** What starts children here; for a {@link ChildStarter} of one's own. */
    public Children children() {
        return children;
    }

    /** Runs that are open, and those that could not be removed yet. */
    public int liveRuns() {
        return live.size() + leaked.size();
    }

    /** Refuses new runs, ends every wait on a live one, and kills its child. Their owners still close them. */
    public void shutdown() {
        shutDown = true;
        for (ThrowAwayRun run : live) {
            run.interrupt();
            run.stop(SandboxedRun.Stop.KILL);
        }
    }

    /** {@link #shutdown}, and then closes every run itself and removes this server's folder. */
    @Override
    public void close() throws SandboxedRun.Leak {
        shutdown();
        for (ThrowAwayRun run : live) {
            try {
                run.close();
            } catch (SandboxedRun.Leak leak) {
                log.atError().setCause(leak).addKeyValue("run", run.name()).log("a run outlives the server");
            }
        }
        Waiting.until(CLOSE_CAP, live::isEmpty); // some may be closing in their own threads
        timer.shutdownNow();
        spawner.close();
        try {
            instance.close();
        } catch (IOException e) {
            throw new SandboxedRun.Leak("this server's folder stays: " + e);
        }
    }

    private Optional<String> takeBack(ThrowAwayRun run) {
        Optional<String> leak = remove(run);
        if (leak.isPresent()) {
            leaked.add(run);
        }
        live.remove(run);
        return leak;
    }

    /** First the processes, then their files. */
    private Optional<String> remove(ThrowAwayRun run) {
        Optional<String> leak = run.endChild();
        if (leak.isPresent()) {
            return leak;
        }
        try {
            instance.remove(run.name());
            run.ended();
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(e.toString());
        }
    }

    private void tidy() {
        try {
            leaked.removeIf(run -> remove(run).isEmpty());
            reaper.sweep();
            sweeps.forEach(Runnable::run);
        } catch (RuntimeException e) { // an exception would end the schedule for good
            log.atError().setCause(e).log("the minute's sweep failed");
        }
    }
}
