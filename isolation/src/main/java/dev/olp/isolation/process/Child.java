package dev.olp.isolation.process;

import dev.olp.isolation.OutputLimits;
import dev.olp.isolation.SandboxedRun;
import dev.olp.isolation.contract.ExitStatus;
import dev.olp.isolation.contract.StdinLine;
import dev.olp.isolation.posix.Posix;
import dev.olp.isolation.posix.Signal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A started child with its three pipe threads. Platform threads: a blocked pipe read would hold a virtual one's carrier. */
public final class Child {
    private static final Logger log = LoggerFactory.getLogger(Child.class);
    private static final int STACK_BYTES = 256 << 10;

    /** From SIGTERM to SIGKILL. */
    private static final Duration GRACE = Duration.ofSeconds(2);

    /** From the child's own end to the SIGKILL of what it left behind, which would hold its pipes open. */
    private static final Duration STRAY_GRACE = Duration.ofSeconds(1);

    /** From the child's own end to the end of its stderr, which a stray of its may hold open. */
    private static final Duration STDERR_GRACE = Duration.ofMillis(500);

    /** Most that {@link #end} takes. */
    private static final Duration END_CAP = Duration.ofSeconds(5);

    private final Process process;
    private final Optional<ProcessIdentity> identity;
    private final Containment processes;
    private final LineQueue queue;
    private final Optional<Posix.PseudoTerminal> terminal;
    private final ScheduledExecutorService timer;
    private final StderrTail stderr;
    private final StdinWriter stdin;
    private final List<Thread> pumps;
    private @Nullable Future<?> kill;
    private boolean ended;

    Child(
            Process process,
            Optional<ProcessIdentity> identity,
            Containment processes,
            OutputLimits limits,
            LineQueue queue,
            Optional<Posix.PseudoTerminal> terminal,
            ScheduledExecutorService timer) {
        this.process = process;
        this.identity = identity;
        this.processes = processes;
        this.queue = queue;
        this.terminal = terminal;
        this.timer = timer;
        this.stderr = new StderrTail(process.getErrorStream(), limits.stderrTailBytes());
        this.stdin = new StdinWriter(process.getOutputStream());
        this.pumps = List.of(
                thread("stdout", new StdoutPump(process.getInputStream(), limits, queue)),
                thread("stderr", stderr),
                thread("stdin", stdin));
    }

    void pump() {
        pumps.forEach(Thread::start);
        var _ = process.onExit().thenRun(() -> schedule(STRAY_GRACE));
    }

    public long pid() {
        return process.pid();
    }

    /** Empty when the child had ended before anybody could look. */
    public Optional<ProcessIdentity> identity() {
        return identity;
    }

    public void write(StdinLine line) {
        stdin.write(line);
    }

    public void closeStdin() {
        stdin.close();
    }

    public String stderrTail() {
        return stderr.text();
    }

    public ExitStatus awaitExit(Duration timeout) throws InterruptedException {
        if (!process.waitFor(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
            return new ExitStatus.NotAwaited();
        }
        // its last words may still be in the pipe, and they are what tells one fault from another
        pumps.get(1).join(STDERR_GRACE);
        return processes.verdict(process.exitValue());
    }

    public void stop(SandboxedRun.Stop how) {
        switch (how) {
            case TERMINATE -> {
                processes.signalGroup(Signal.TERMINATE);
                schedule(GRACE);
            }
            case KILL -> processes.signalGroup(Signal.KILL);
        }
    }

    /** Plans the SIGKILL of all that is left; the first plan stands. */
    private synchronized void schedule(Duration after) {
        if (!ended && (kill == null || kill.isDone())) {
            kill = timer.schedule(processes::killAll, after.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    /**
     * Kills what is left and waits until it is gone, and the pipe threads with it.
     *
     * @return what would not go; empty is the proof that nothing is left
     */
    public Optional<String> end() {
        synchronized (this) {
            ended = true;
            if (kill != null) {
                kill.cancel(false);
            }
        }
        queue.discard();
        pumps.getLast().interrupt(); // stdin waits for lines, the other two for the pipes
        // a pipe that has not ended tells of a process that the look for them missed
        boolean gone = Waiting.until(
                END_CAP,
                () -> processes.killAll().isEmpty()
                        && !process.isAlive()
                        && pumps.stream().noneMatch(Thread::isAlive));
        terminal.ifPresent(Posix.PseudoTerminal::close);
        if (gone) {
            return Optional.empty();
        }
        return Optional.of("child " + process.pid() + " left behind: "
                + pumps.stream().filter(Thread::isAlive).map(Thread::getName).collect(Collectors.joining(", ")) + " "
                + processes.remaining());
    }

    private Thread thread(String name, Runnable pump) {
        return Thread.ofPlatform()
                .daemon()
                .name("olp-" + name + "-" + process.pid())
                .stackSize(STACK_BYTES)
                .uncaughtExceptionHandler((thread, e) -> log.atError()
                        .setCause(e)
                        .addKeyValue("thread", thread.getName())
                        .log("a pipe thread of a child failed"))
                .unstarted(pump);
    }
}
