package dev.olp.isolation.home;

import dev.olp.isolation.ChildSignal;
import dev.olp.isolation.ChildSpec;
import dev.olp.isolation.SandboxException;
import dev.olp.isolation.SandboxedRun;
import dev.olp.isolation.SocketFolder;
import dev.olp.isolation.contract.ExitStatus;
import dev.olp.isolation.contract.HomePaths;
import dev.olp.isolation.contract.StdinLine;
import dev.olp.isolation.process.Child;
import dev.olp.isolation.process.LineQueue;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A run in a throw-away home: the home here, the child in {@link Child}. */
final class ThrowAwayRun implements SandboxedRun {
    /** Takes a run back; says what could not be removed. */
    interface Return {
        Optional<String> take(ThrowAwayRun run);
    }

    private final String name;
    private final RunFolder folder;
    private final ChildStarter starter;
    private final Return giveBack;
    private final LineQueue queue = new LineQueue();
    private final Object state = new Object();
    private volatile @Nullable Child child;
    private @Nullable Stop stopped;
    private boolean closed;

    ThrowAwayRun(String name, RunFolder folder, ChildStarter starter, Return giveBack) {
        this.name = name;
        this.folder = folder;
        this.starter = starter;
        this.giveBack = giveBack;
    }

    String name() {
        return name;
    }

    @Override
    public HomePaths paths() {
        return starter.paths(folder.path());
    }

    @Override
    public SocketFolder sockets() {
        return starter.sockets(folder.path());
    }

    @Override
    public void start(ChildSpec spec) throws SandboxException {
        synchronized (state) {
            if (closed || stopped != null) {
                throw new SandboxException("the run was ended before its child started");
            }
            if (child != null) {
                throw new IllegalStateException("a run has one child");
            }
            Child started = starter.start(spec, folder.path(), queue);
            child = started;
            if (started.identity().isPresent()) {
                folder.record(started.identity().get());
            }
        }
    }

    @Override
    public long pid() {
        return child().pid();
    }

    @Override
    public void write(StdinLine line) {
        child().write(line);
    }

    @Override
    public void closeStdin() {
        child().closeStdin();
    }

    @Override
    public ChildSignal next(Duration timeout) throws InterruptedException {
        return queue.next(timeout);
    }

    @Override
    public void interrupt() {
        queue.interrupt();
    }

    @Override
    public ExitStatus awaitExit(Duration timeout) throws InterruptedException {
        return child().awaitExit(timeout);
    }

    @Override
    public void stop(Stop how) {
        synchronized (state) {
            stopped = how;
            if (child != null && !closed) {
                child.stop(how);
            }
        }
    }

    @Override
    public String stderrTail() {
        return child().stderrTail();
    }

    @Override
    public void close() throws Leak {
        synchronized (state) {
            if (closed) {
                return;
            }
            closed = true;
        }
        queue.interrupt();
        Optional<String> leak = giveBack.take(this);
        if (leak.isPresent()) {
            throw new Leak(leak.get());
        }
    }

    /** Ends what is left of the child; empty when nothing is left. May be tried again. */
    Optional<String> endChild() {
        Child started = child;
        return started == null ? Optional.empty() : started.end();
    }

    /** Nothing is left, of the files neither. */
    void ended() {
        starter.ended();
    }

    private Child child() {
        Child started = child;
        if (started == null) {
            throw new IllegalStateException("the child was not started");
        }
        return started;
    }
}
