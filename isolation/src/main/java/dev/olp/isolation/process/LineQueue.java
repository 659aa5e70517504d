package dev.olp.isolation.process;

import dev.olp.isolation.ChildSignal;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Lines between the thread that reads a child's stdout and the one that answers the request, bounded in bytes: a slow
 * client makes the reader wait, the pipe fill, and the child block. Interrupts and the end are sticky.
 */
public final class LineQueue {
    /** Bytes that may wait; one line bigger than this is let in when nothing else waits. */
    private static final int CAPACITY = 1 << 20;

    /** What an empty line costs too, so that a flood of them is bounded. */
    private static final int LINE_OVERHEAD = 64;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Condition drained = lock.newCondition();
    private final Deque<byte[]> lines = new ArrayDeque<>();
    private long waiting;
    private boolean interrupted;
    private boolean discarding;
    private @Nullable ChildSignal end;

    /** Waits for room and puts a line in; false when nobody will read it any more. */
    boolean put(byte[] line) throws InterruptedException {
        long cost = (long) line.length + LINE_OVERHEAD;
        lock.lockInterruptibly();
        try {
            while (!discarding && waiting > 0 && waiting + cost > CAPACITY) {
                drained.await();
            }
            if (discarding) {
                return false;
            }
            lines.add(line);
            waiting += cost;
            changed.signal();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** No line will come any more; {@code why} is what every later wait gets. The first reason stays. */
    void end(ChildSignal why) {
        lock.lock();
        try {
            if (end == null) {
                end = why;
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits for what comes next, at most as long as given; zero asks without waiting. */
    public ChildSignal next(Duration timeout) throws InterruptedException {
        long left = timeout.toNanos();
        lock.lockInterruptibly();
        try {
            while (true) {
                if (interrupted) {
                    return new ChildSignal.Interrupted();
                }
                byte[] line = lines.poll();
                if (line != null) {
                    waiting -= (long) line.length + LINE_OVERHEAD;
                    drained.signal();
                    return new ChildSignal.Line(line);
                }
                if (end != null) {
                    return end;
                }
                if (left <= 0) {
                    return new ChildSignal.TimedOut();
                }
                left = changed.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Every wait from now on, and the present one, ends with {@link ChildSignal.Interrupted}. */
    public void interrupt() {
        lock.lock();
        try {
            interrupted = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Drops what waits and lets the reader go: nobody reads any more. */
    void discard() {
        lock.lock();
        try {
            discarding = true;
            lines.clear();
            waiting = 0;
            drained.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Bytes that wait now, overhead included. */
    long waitingBytes() {
        lock.lock();
        try {
            return waiting;
        } finally {
            lock.unlock();
        }
    }
}
