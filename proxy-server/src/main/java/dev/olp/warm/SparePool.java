package dev.olp.warm;

import dev.olp.confinement.Confinement;
import dev.olp.confinement.RunWish;
import dev.olp.isolation.SandboxException;
import dev.olp.provider.ChatRequest;
import dev.olp.provider.Dialogue;
import dev.olp.provider.Login;
import dev.olp.provider.Provider;
import dev.olp.run.ProbedBinary;
import dev.olp.run.ProviderRuntime;
import dev.olp.run.RunCloser;
import dev.olp.run.Spares;
import dev.olp.run.StartedRun;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The spare processes of this server. One is started when a run has ended and fewer wait than the configuration wants, and
 * given to one request; it is thrown away when the configuration, the kind of login, the binary or the day is another, when
 * nobody wanted it for a quarter of an hour, and whenever it says or does anything by itself.
 */
public final class SparePool implements Spares, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(SparePool.class);

    private static final Duration LOOK_EVERY = Duration.ofSeconds(5);

    private final SpareMaker maker;
    private final MemoryRoom room;
    private final RunCloser closer;
    private final SpareFiller filler;
    private final LongSupplier ticker;
    private final LongAdder taken = new LongAdder();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofVirtual().name("olp-spares-timer").factory());
    private final MuteWatch mutes = new MuteWatch(timer);
    private final ExecutorService work = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("olp-spares-", 0).factory());
    private volatile Map<String, ProviderSpares> all = Map.of();
    private volatile boolean closed;

    private SparePool(SpareMaker maker, MemoryRoom room, RunCloser closer, LongSupplier ticker) {
        this.maker = maker;
        this.room = room;
        this.closer = closer;
        this.ticker = ticker;
        this.filler = new SpareFiller(maker, room, this::starting, this::discard, ticker);
    }

    /**
     * Makes it, without any process.
     *
     * @param models ids of a provider's models
     * @param ticker nanoseconds, monotonic
     */
    public static SparePool open(
            Confinement confinement,
            Function<Provider, List<String>> models,
            RunCloser closer,
            Clock clock,
            LongSupplier ticker) {
        SparePool pool = new SparePool(
                new SpareMaker(confinement, models, closer, clock, ticker),
                new MemoryRoom(MemoryRoom.SYSTEM),
                closer,
                ticker);
        var _ = pool.timer.scheduleWithFixedDelay(
                pool::look, LOOK_EVERY.toMillis(), LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
        return pool;
    }

    /**
     * Takes another configuration; what waited under the one before is thrown away.
     *
     * @param wanted how many of each provider
     */
    public synchronized void configure(Map<String, ProviderRuntime> providers, Map<String, Integer> wanted) {
        Map<String, ProviderSpares> next = new HashMap<>();
        providers.forEach((id, runtime) -> {
            int count = wanted.getOrDefault(id, 0);
            if (count > 0) {
                Optional<String> obstacle = maker.obstacle(runtime.provider());
                obstacle.ifPresent(why -> log.atWarn()
                        .addKeyValue("provider", id)
                        .addKeyValue("reason", why)
                        .log("no process is started ahead"));
                next.put(id, new ProviderSpares(runtime, count, obstacle));
            }
        });
        if (!next.isEmpty() && room.isSmall()) {
            log.atWarn().log("warm_spares on a machine with 4 GiB or less: each takes 100 MB and more while it waits");
        }
        Map<String, ProviderSpares> before = all;
        all = closed ? Map.of() : Map.copyOf(next);
        before.values().forEach(spares -> spares.retire().forEach(this::discard));
    }

    /** How many processes were given to requests. */
    public long taken() {
        return taken.sum();
    }

    /** How each provider's do that shall have some. */
    public Map<String, SpareCounts> counts() {
        Map<String, SpareCounts> counts = new HashMap<>();
        all.forEach((id, spares) -> counts.put(id, spares.counts()));
        return counts;
    }

    @Override
    public Optional<StartedRun> take(
            ProviderRuntime runtime, ProbedBinary binary, RunWish wish, String model, ChatRequest chat) {
        ProviderSpares spares = all.get(runtime.provider().id());
        if (spares == null || !spares.serves(runtime)) {
            return Optional.empty();
        }
        spares.asked(binary);
        try {
            spares.weed(spare -> spare.isOf(binary, wish.login().kind()) && isFit(spare))
                    .forEach(this::discard);
            return spares.take(spare -> spare.dialogue(wish, model, chat))
                    .flatMap(taken -> give(taken.spare(), taken.use(), wish));
        } catch (RuntimeException e) {
            log.atError().setCause(e).log("no spare process is used");
            return Optional.empty();
        }
    }

    private Optional<StartedRun> give(Spare spare, Dialogue dialogue, RunWish wish) {
        boolean given = false;
        try {
            HeardDialogue heard = new HeardDialogue(dialogue, ticker);
            Optional<StartedRun> run = spare.give(wish, heard);
            run.ifPresent(started -> mutes.over(started.confined(), heard));
            given = run.isPresent();
            taken.add(given ? 1 : 0);
            return run;
        } catch (SandboxException e) {
            log.atWarn().addKeyValue("cause", e.getMessage()).log("a spare process could not be given away");
            return Optional.empty();
        } finally {
            if (!given) {
                discard(spare);
            }
        }
    }

    @Override
    public void ended(ProviderRuntime runtime, ProbedBinary binary, Login.Kind kind) {
        ProviderSpares spares = all.get(runtime.provider().id());
        if (spares != null && spares.serves(runtime) && spares.allows(binary, ticker.getAsLong())) {
            submit(() -> filler.fill(spares, binary, kind));
        }
    }

    private int starting() {
        return all.values().stream()
                .mapToInt(spares -> spares.counts().starting())
                .sum();
    }

    /** Looks at all that wait. They give their memory back when others need it. */
    private void look() {
        boolean mayStay = room.isFor(0);
        all.values()
                .forEach(spares -> spares.weed(spare -> mayStay && isFit(spare)).forEach(this::discard));
    }

    private boolean isFit(Spare spare) {
        try {
            return maker.holds(spare) && spare.waits();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (RuntimeException e) {
            log.atWarn().setCause(e).log("a spare process cannot be looked at");
            return false;
        }
    }

    /** Elsewhere: it takes milliseconds. */
    private void discard(Spare spare) {
        Runnable close = () -> closer.close(spare::close, "spare");
        if (!submit(close)) {
            close.run();
        }
    }

    /** Whether it will be done: not once this is closed. */
    private boolean submit(Runnable task) {
        try {
            work.execute(task);
            return true;
        } catch (RejectedExecutionException e) {
            log.atDebug().setCause(e).log("no more work on spare processes");
            return false;
        }
    }

    /** Ends all that wait; none is started any more. Idempotent. */
    @Override
    public void close() {
        closed = true;
        configure(Map.of(), Map.of());
        timer.shutdownNow();
        work.close();
    }
}
