package dev.olp.cache;

import dev.olp.http.ClientGone;
import dev.olp.provider.ChatEvent.TextDelta;
import dev.olp.provider.Fault;
import dev.olp.provider.FinishReason;
import dev.olp.provider.Usage;
import dev.olp.run.AnswerListener;
import dev.olp.run.Cancellation;
import dev.olp.run.Cancellation.Cancelled;
import dev.olp.run.RunEnd;
import dev.olp.run.RunTrace;
import dev.olp.run.Silence;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** What the run says, piece by piece as the test lets it. */
final class FlightScript implements Work {
    private final AtomicInteger runs = new AtomicInteger();
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger said = new AtomicInteger();
    private final List<Object> steps = new ArrayList<>();
    private volatile boolean shownBefore;

    /** Whether the next run is told all of it. */
    private boolean isNew = true;

    private enum Order {
        END,
        FAIL,
        BREAK,
        OTHER_HOP
    }

    int runs() {
        return runs.get();
    }

    int running() {
        return running.get();
    }

    int said() {
        return said.get();
    }

    /** What it was told when another hop took over. */
    boolean wasShown() {
        return shownBefore;
    }

    synchronized void renew() {
        steps.clear();
        isNew = true;
    }

    /** Where a run begins: what was said to a run before is not said again. */
    private synchronized int begin() {
        int index = isNew ? 0 : Math.max(0, steps.size() - 1);
        isNew = false;
        return index;
    }

    private synchronized void add(Object step) {
        steps.add(step);
        notifyAll();
    }

    void say(String... texts) {
        for (String text : texts) {
            add(text);
        }
    }

    void say(String text, int times) {
        for (int i = 0; i < times; i++) {
            add(text);
        }
    }

    void end() {
        add(Order.END);
    }

    void fail() {
        add(Order.FAIL);
    }

    void breakOff() {
        add(Order.BREAK);
    }

    void takeOver() {
        add(Order.OTHER_HOP);
    }

    private synchronized Object step(int index, Cancellation cancellation) throws InterruptedException, Cancelled {
        while (steps.size() <= index) {
            cancellation.check();
            wait();
        }
        cancellation.check();
        return steps.get(index);
    }

    private synchronized void wake() {
        notifyAll();
    }

    @Override
    public RunEnd run(AnswerListener listener, Cancellation cancellation, Silence silence, RunTrace trace)
            throws Cancelled, ClientGone, InterruptedException {
        runs.incrementAndGet();
        int index = begin();
        running.incrementAndGet();
        try (var _ = cancellation.onCancel(this::wake)) {
            listener.serving(FlightClient.HOP);
            while (true) {
                switch (step(index++, cancellation)) {
                    case String text -> {
                        listener.event(new TextDelta(text));
                        said.incrementAndGet();
                    }
                    case Order.OTHER_HOP -> {
                        shownBefore = listener.shown();
                        listener.serving(FlightClient.OTHER);
                    }
                    case Order.BREAK -> throw new IllegalArgumentException("a mistake of ours");
                    case Order.FAIL -> {
                        return new RunEnd.Failed(Fault.of(Fault.Kind.OVERLOADED, "busy"), FlightClient.HOP.provider());
                    }
                    default -> {
                        listener.finished(FinishReason.STOP, Usage.ZERO, false);
                        return new RunEnd.Answered();
                    }
                }
            }
        } finally {
            running.decrementAndGet();
        }
    }
}
