package dev.olp.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.olp.provider.ChatEvent;
import dev.olp.provider.ChatEvent.TextDelta;
import dev.olp.provider.FinishReason;
import dev.olp.provider.ProviderHints;
import dev.olp.provider.Usage;
import dev.olp.routing.Hop;
import dev.olp.run.AnswerListener;
import dev.olp.run.Cancellation;
import dev.olp.run.Cancellation.Reason;
import dev.olp.run.RunEnd;
import dev.olp.run.Silence;
import dev.olp.run.UsageMeter;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** One request. */
final class FlightClient implements AnswerListener {
    static final Hop HOP = new Hop("anthropic", "sonnet", "default");
    static final Hop OTHER = new Hop("openai", "gpt", "default");
    private static final CacheKey KEY = new CacheKey(1, 2, 3, 4);
    private static final ProviderHints HINTS = new ProviderHints("x", true, true, true, true, false, true);

    private final boolean streamed;
    private final AnswerCache cache;
    private final Flights flights;
    private final ExecutorService threads;
    private final FlightScript script;
    private final Cancellation cancellation = new Cancellation();
    private final Semaphore reading = new Semaphore(0);
    private final StringBuilder text = new StringBuilder();
    private final CountDownLatch begun = new CountDownLatch(1);
    private boolean isStopped;
    private volatile boolean boarded;
    private volatile boolean pays;
    private @Nullable Future<RunEnd> end;

    FlightClient(boolean streamed, AnswerCache cache, Flights flights, ExecutorService threads, FlightScript script) {
        this.streamed = streamed;
        this.cache = cache;
        this.flights = flights;
        this.threads = threads;
        this.script = script;
    }

    boolean hasBoarded() {
        return boarded;
    }

    /** Whether the run's costs are its own. */
    boolean pays() {
        return pays;
    }

    FlightClient stopped() {
        isStopped = true;
        return this;
    }

    void goOn() {
        reading.release();
    }

    FlightClient ask() throws InterruptedException {
        Follower follower = new Follower(
                "ada", streamed, true, (_, _, trace) -> pays = !trace.attempts().isEmpty());
        end = threads.submit(() -> {
            Flights.Boarded place;
            try {
                place = flights.board(shelf(), follower, (listener, ended, silence, trace) -> {
                    trace.entered(HOP, new UsageMeter(HINTS, 0));
                    return script.run(listener, ended, silence, trace);
                });
                boarded = true;
            } finally {
                begun.countDown();
            }
            return switch (place) {
                case Flights.Boarded.First own -> follow(follower, own.flight());
                case Flights.Boarded.Attached other -> follow(follower, other.flight());
                case Flights.Boarded.Landed landed -> {
                    for (Reel reel = landed.found().answer().reel().again(); reel.hasMore(); ) {
                        event(reel.next());
                    }
                    yield new RunEnd.Answered();
                }
            };
        });
        begun.await();
        return this;
    }

    private Shelf shelf() {
        return new Shelf(cache, new CacheKeys.Identified(KEY, Set.of(HOP)), List.of(HOP), Turns.ALL);
    }

    private RunEnd follow(Follower follower, Flight flight) throws Exception {
        return follower.follow(flight, CacheStatus.MISS, Sharing.SOURCE, this, cancellation, Silence.UNNOTICED);
    }

    void leave() {
        cancellation.cancel(Reason.CLIENT_GONE);
    }

    void awaitText(String expected) {
        await().until(() -> text().equals(expected));
    }

    String text() {
        synchronized (text) {
            return text.toString();
        }
    }

    RunEnd end() throws Exception {
        Future<RunEnd> asked = end;
        if (asked == null) {
            throw new IllegalStateException("not asked");
        }
        return asked.get();
    }

    String answer() throws Exception {
        assertThat(end()).isInstanceOf(RunEnd.Answered.class);
        return text();
    }

    @Override
    public void serving(Hop hop) {
        synchronized (text) {
            text.setLength(0);
        }
    }

    @Override
    public Wish event(ChatEvent event) throws InterruptedException {
        if (isStopped) {
            reading.acquire();
            isStopped = false;
        }
        synchronized (text) {
            text.append(((TextDelta) event).text());
        }
        return Wish.MORE;
    }

    @Override
    public void finished(FinishReason reason, Usage usage, boolean estimated) {}

    @Override
    public boolean shown() {
        return streamed && !text().isEmpty();
    }
}
