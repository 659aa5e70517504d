package dev.olp.store.sqlite;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Lets writers that come while a transaction is under way share the next one: each waits until it is committed, and who came
 * first runs it for all of them. One alone waits for nobody. Thread-safe.
 *
 * @param <C> what the steps of a transaction share
 */
final class GroupCommit<C> {
    private final SqliteDatabase database;
    private final Shared<C> shared;
    private final ReentrantLock lock = new ReentrantLock();
    private List<Step<C, ?>> waiting = new ArrayList<>();
    private boolean writing;

    GroupCommit(SqliteDatabase database, Shared<C> shared) {
        this.database = database;
        this.shared = shared;
    }

    /** Begins and ends what the steps of a transaction share. */
    interface Shared<C> {
        C begin(Connection connection) throws SQLException;

        /** Before the commit. */
        void end(C context) throws SQLException;
    }

    /**
     * Runs in one transaction with others, in the order in which they came; all of them are written or none.
     *
     * @param work changes what it shares last, if at all; what it throws unchecked is thrown to its writer alone, and the
     *     others go on as if it had not been there
     * @throws dev.olp.store.StoreException when they could not be written; so does each of the others
     */
    <T> T write(SqlFunction<C, T> work) {
        Step<C, T> own = new Step<>(work);
        if (joins(own) || own.leads()) {
            lead();
        }
        return own.result();
    }

    /** Whether it has to run the transaction. */
    private boolean joins(Step<C, ?> step) {
        lock.lock();
        try {
            waiting.add(step);
            boolean first = !writing;
            writing = true;
            return first;
        } finally {
            lock.unlock();
        }
    }

    @SuppressWarnings("ThreadPriorityCheck") // nothing depends on it but the number of commits
    private void lead() {
        Thread.yield(); // whoever can run comes along: a commit costs as much as the steps of several
        List<Step<C, ?>> steps = take();
        RuntimeException failure = null;
        boolean committed = false;
        try {
            database.write(connection -> {
                C context = shared.begin(connection);
                for (Step<C, ?> step : steps) {
                    step.run(context);
                }
                shared.end(context);
                return steps;
            });
            committed = true;
        } catch (RuntimeException notCommitted) {
            failure = notCommitted;
        } finally {
            handOn();
            settle(steps, committed, failure);
        }
    }

    private static <C> void settle(List<Step<C, ?>> steps, boolean committed, @Nullable RuntimeException failure) {
        RuntimeException told = committed || failure != null ? failure : new IllegalStateException("not committed");
        steps.forEach(step -> step.settle(told));
    }

    private List<Step<C, ?>> take() {
        lock.lock();
        try {
            List<Step<C, ?>> taken = waiting;
            waiting = new ArrayList<>();
            return taken;
        } finally {
            lock.unlock();
        }
    }

    private void handOn() {
        lock.lock();
        try {
            if (waiting.isEmpty()) {
                writing = false;
            } else {
                waiting.getFirst().mayLead();
            }
        } finally {
            lock.unlock();
        }
    }

    /** One writer's part: waiting → leading, or settled by another; then settled in any case. */
    private static final class Step<C, T> {
        private final SqlFunction<C, T> work;
        private final CompletableFuture<Boolean> turn = new CompletableFuture<>();
        private @Nullable T result;
        private @Nullable RuntimeException thrown;
        private @Nullable RuntimeException failure;

        Step(SqlFunction<C, T> work) {
            this.work = work;
        }

        void run(C context) throws SQLException {
            try {
                result = work.apply(context);
            } catch (RuntimeException ofThisOne) {
                thrown = ofThisOne;
            }
        }

        void mayLead() {
            turn.complete(true);
        }

        void settle(@Nullable RuntimeException notCommitted) {
            failure = notCommitted;
            turn.complete(false);
        }

        /** Waits: true to run the next transaction, false once it was run. */
        boolean leads() {
            return turn.join();
        }

        T result() {
            if (thrown != null) {
                throw thrown;
            }
            if (failure != null) {
                throw failure;
            }
            T known = result;
            if (known == null) {
                throw new IllegalStateException("not run");
            }
            return known;
        }
    }
}
