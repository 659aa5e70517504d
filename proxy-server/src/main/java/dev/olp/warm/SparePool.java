package dev.olp.warm;

import dev.olp.confinement.ConfinedRun;
import dev.olp.confinement.Confinement;
import dev.olp.confinement.RunWish;
import dev.olp.isolation.SandboxException;
import dev.olp.isolation.SandboxedRun.Stop;
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

    /** How long one that was given a request may take to ask its provider, before it is taken for dead. */
    private static final Duration ASKS_WITHIN = Duration.ofSeconds(10);

    /** After one that could not be made. */
    private static final Duration PAUSE = Duration.ofMinutes(1);

    private final SpareMaker maker;
    private final MemoryRoom room;
    private final RunCloser closer;
    private final LongSupplier ticker;
    private final LongAdder taken = new LongAdder();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofVirtual().name("olp-spares-timer").factory());
    private final ExecutorService work = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("olp-spares-", 0).factory());
    private volatile Map<String, ProviderSpares> all = Map.of();
    private volatile long pausedUntil;
    private volatile boolean closed;

    private SparePool(SpareMaker maker, MemoryRoom room, RunCloser closer, LongSupplier ticker) {
        this.maker = maker;
        this.room = room;
        this.closer = closer;
        this.ticker = ticker;
        this.pausedUntil = ticker.getAsLong();
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
    public void configure(Map<String, ProviderRuntime> providers, Map<String, Integer> wanted) {
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
        spares.weed(spare -> spare.isOf(binary, wish.login().kind()) && isFit(spare))
                .forEach(this::discard);
        return spares.take(spare -> spare.dialogue(wish, model, chat).isPresent())
                .flatMap(spare -> give(spare, wish, spare.dialogue(wish, model, chat)));
    }

    private Optional<StartedRun> give(Spare spare, RunWish wish, Optional<Dialogue> dialogue) {
        try {
            Optional<StartedRun> given = spare.give(wish, dialogue.orElseThrow());
            if (given.isPresent()) {
                taken.increment();
                ConfinedRun run = given.get().confined();
                var _ = timer.schedule(() -> endIfMute(run), ASKS_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
                return given;
            }
        } catch (SandboxException e) {
            log.atWarn().addKeyValue("cause", e.getMessage()).log("a spare process could not be given away");
        }
        discard(spare);
        return Optional.empty();
    }

    /** Its request then begins again with another process. */
    private static void endIfMute(ConfinedRun run) {
        if (!run.hasCalled()) {
            run.run().stop(Stop.KILL);
        }
    }

    @Override
    public void ended(ProviderRuntime runtime, ProbedBinary binary, Login.Kind kind) {
        ProviderSpares spares = all.get(runtime.provider().id());
        if (spares != null && !closed && ticker.getAsLong() - pausedUntil >= 0) {
            var _ = work.submit(() -> fill(spares, binary, kind));
        }
    }

    private void fill(ProviderSpares spares, ProbedBinary binary, Login.Kind kind) {
        spares.weed(spare -> spare.isOf(binary, kind)).forEach(this::discard);
        boolean more = true;
        while (more && room.getAsBoolean() && spares.begin(binary)) {
            more = makeOne(spares, spares.runtime().provider(), binary, kind);
        }
    }

    private boolean makeOne(ProviderSpares spares, Provider provider, ProbedBinary binary, Login.Kind kind) {
        try {
            Optional<Spare> made = maker.make(provider, binary, kind, spares::isWanted);
            if (made.isEmpty()) {
                spares.takesNothingLate(binary);
                return false;
            }
            boolean wanted = spares.made(made.get());
            if (!wanted) {
                closer.close(made.get()::close, "spare");
            }
            return wanted;
        } catch (SandboxException | RuntimeException e) {
            log.atWarn()
                    .addKeyValue("provider", provider.id())
                    .addKeyValue("cause", e.toString())
                    .log("no process could be started ahead");
            pausedUntil = ticker.getAsLong() + PAUSE.toNanos();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        spares.failed();
        return false;
    }

    /** Looks at all that wait. */
    private void look() {
        all.values().forEach(spares -> spares.weed(this::isFit).forEach(this::discard));
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
        var _ = work.submit(() -> closer.close(spare::close, "spare"));
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
