package dev.olp.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One request's "stop now", set once from any thread, and what must be woken by it. */
public final class Cancellation {
    /** Why a request's work is no longer wanted. */
    public enum Reason {
        CLIENT_GONE,
        SERVER_STOPPING
    }

    private final List<Runnable> hooks = new ArrayList<>();
    private @Nullable Reason reason;

    /** Cancels, unless already done, and runs all hooks on the calling thread. */
    public void cancel(Reason why) {
        List<Runnable> due;
        synchronized (hooks) {
            if (reason != null) {
                return;
            }
            reason = why;
            due = List.copyOf(hooks);
            hooks.clear();
        }
        due.forEach(Runnable::run);
    }

    public Optional<Reason> reason() {
        synchronized (hooks) {
            return Optional.ofNullable(reason);
        }
    }

    /** Runs the hook when cancelled, at once if that has happened; the result takes the hook back. */
    public Registration onCancel(Runnable hook) {
        synchronized (hooks) {
            if (reason == null) {
                hooks.add(hook);
                return () -> forget(hook);
            }
        }
        hook.run();
        return () -> {};
    }

    /** Throws when cancelled. */
    public void check() throws Cancelled {
        Optional<Reason> now = reason();
        if (now.isPresent()) {
            throw new Cancelled(now.get());
        }
    }

    private void forget(Runnable hook) {
        synchronized (hooks) {
            hooks.remove(hook);
        }
    }

    /** A hook in place. */
    @FunctionalInterface
    public interface Registration extends AutoCloseable {
        @Override
        void close();
    }

    /** The work was cancelled. */
    public static final class Cancelled extends Exception {
        private static final long serialVersionUID = 1L;

        private final Reason reason;

        public Cancelled(Reason reason) {
            super(reason.name(), null, false, false);
            this.reason = reason;
        }

        public Reason reason() {
            return reason;
        }
    }
}
