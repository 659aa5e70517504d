package dev.olp.routing.pauses;

import dev.olp.provider.Fault;
import dev.olp.provider.Fault.Aftermath;
import dev.olp.routing.Hop;
import dev.olp.routing.HopGuard;
import dev.olp.routing.HopOutcomes;
import dev.olp.routing.pauses.AccountState.Doubted;
import dev.olp.routing.pauses.AccountState.Paused;
import dev.olp.routing.pauses.AccountState.Probing;
import dev.olp.routing.pauses.AccountState.Trusted;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Remembers of each account what its faults say of the next requests. Pauses are measured on the ticker, and end by the
 * clock as well if that is earlier: a clock that jumps can cost one try too early, and never keeps an account out for longer
 * than it was paused. Thread-safe.
 */
public final class Pauses implements HopGuard, HopOutcomes {
    private static final Trusted TRUSTED = new Trusted(0);
    private static final Duration TOGETHER = Duration.ofSeconds(1);

    private final PauseLedger ledger;
    private final AccountMarks marks;
    private final Supplier<PauseRules> rules;
    private final Clock clock;
    private final LongSupplier ticker;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Account, AccountState> states = new ConcurrentHashMap<>();

    /**
     * Begins with what is kept.
     *
     * @param rules as they are at the moment
     * @param ticker nanoseconds, monotonic
     */
    public Pauses(PauseStore store, AccountMarks marks, Supplier<PauseRules> rules, Clock clock, LongSupplier ticker) {
        this.ledger = new PauseLedger(store);
        this.marks = marks;
        this.rules = rules;
        this.clock = clock;
        this.ticker = ticker;
        Instant now = clock.instant();
        for (Pause kept : ledger.all()) {
            states.put(kept.account(), new Paused(kept, ticker.getAsLong() + nanos(kept.left(now))));
        }
    }

    @Override
    public Optional<Skip> look(Hop hop) {
        return standing(Account.of(hop)).flatMap(this::skip);
    }

    @Override
    public Optional<Skip> enter(Hop hop) {
        Account account = Account.of(hop);
        if (standing(account).isEmpty()) {
            return Optional.empty();
        }
        lock.lock();
        try {
            AccountState state = state(account);
            Optional<Skip> skip = skip(state);
            if (skip.isEmpty() && state instanceof Paused paused) {
                states.put(account, paused.probedBy(thread()));
            }
            return skip;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void answering(Hop hop) {
        change(Account.of(hop), (account, state) -> {
            if (isOwnProbe(state)) {
                forget(account);
            }
        });
    }

    @Override
    public void met(Hop hop, @Nullable Fault fault) {
        Account met = Account.of(hop);
        if (fault == null && state(met).equals(TRUSTED)) {
            return;
        }
        String mark = fault == null || fault.kind().aftermath() == Aftermath.NONE ? "" : marks.of(met);
        change(met, (account, state) -> {
            if (fault == null) {
                answered(account, state);
            } else if (isOwnProbe(state) || !(state instanceof Probing)) {
                failed(account, state, fault, mark);
            }
        });
    }

    @Override
    public void left(Hop hop) {
        change(Account.of(hop), (account, state) -> {
            if (isOwnProbe(state)) {
                leave(account, state);
            }
        });
    }

    private void change(Account account, BiConsumer<Account, AccountState> step) {
        lock.lock();
        try {
            step.accept(account, state(account));
        } finally {
            lock.unlock();
        }
    }

    /** The account's; empty for one that is trusted. */
    public Optional<Standing> of(Account account) {
        return standing(account)
                .map(state -> new Standing(
                        state.pause(), state instanceof Paused paused && isOver(paused), state instanceof Probing));
    }

    /** Of a provider's accounts, those that are left alone. */
    public List<Standing> ofProvider(String provider) {
        return states.keySet().stream()
                .filter(account -> account.provider().equals(provider))
                .flatMap(account -> of(account).stream())
                .toList();
    }

    /** Only an answer to the probe proves anything: others may have begun before the pause did. */
    private void answered(Account account, AccountState state) {
        if (isOwnProbe(state)) {
            forget(account);
        } else if (state instanceof Trusted) {
            states.put(account, TRUSTED);
        }
    }

    private void failed(Account account, AccountState state, Fault fault, String mark) {
        Aftermath aftermath = fault.kind().aftermath();
        if (aftermath == Aftermath.NONE) {
            leave(account, state);
        } else if (aftermath == Aftermath.COUNTED && state instanceof Trusted(int faults)) {
            if (faults + 1 < rules.get().faults() || rules.get().faults() == 0) {
                states.put(account, new Trusted(faults + 1));
            } else {
                pause(account, fault, 0, mark);
            }
        } else if (aftermath != Aftermath.COUNTED || state instanceof Probing) {
            pause(account, fault, times(state), mark);
        }
    }

    /** A probe that came to nothing: the next request tries. */
    private void leave(Account account, AccountState state) {
        if (state instanceof Probing probing) {
            states.put(account, probing.left(ticker.getAsLong()));
        }
    }

    private static int times(AccountState state) {
        return switch (state) {
            case Trusted _ -> 0;
            case Paused paused -> paused.pause().times();
            case Probing probing -> probing.pause().times() + 1;
        };
    }

    /** Of two limits the one that ends later holds; what came together is one. */
    private void pause(Account account, Fault fault, int times, String mark) {
        Instant now = clock.instant();
        Duration length = rules.get().after(fault, times, now);
        long overAt = ticker.getAsLong() + length.toNanos();
        AccountState state = state(account);
        if (length.isZero()) {
            if (!(state instanceof Trusted)) {
                forget(account);
            }
        } else if (!(state instanceof Paused before) || overAt - before.overAt() > TOGETHER.toNanos()) {
            Pause pause = Pause.of(account, fault, now, length, times, mark);
            states.put(account, new Paused(pause, overAt));
            ledger.save(pause);
        }
    }

    private void forget(Account account) {
        states.put(account, TRUSTED);
        ledger.remove(account);
    }

    /** Empty too where it was another login or configuration that failed. */
    private Optional<Doubted> standing(Account asked) {
        if (!(state(asked) instanceof Doubted doubted)) {
            return Optional.empty();
        }
        if (doubted.pause().mark().equals(marks.of(asked))) {
            return Optional.of(doubted);
        }
        change(asked, (account, state) -> {
            if (state.equals(doubted)) {
                forget(account);
            }
        });
        return Optional.empty();
    }

    private Optional<Skip> skip(AccountState state) {
        return switch (state) {
            case Trusted _ -> Optional.empty();
            case Probing probing when isOwnProbe(probing) -> Optional.empty();
            case Probing probing -> Optional.of(probing.pause().skip(true));
            case Paused paused ->
                isOver(paused) ? Optional.empty() : Optional.of(paused.pause().skip(false));
        };
    }

    private boolean isOver(Paused paused) {
        return ticker.getAsLong() - paused.overAt() >= 0
                || !clock.instant().isBefore(paused.pause().until());
    }

    private AccountState state(Account account) {
        return states.getOrDefault(account, TRUSTED);
    }

    /** Any time that is past is as good as another, and may be too long ago for a count. */
    private static long nanos(Duration left) {
        return left.isNegative() ? 0 : left.toNanos();
    }

    private static boolean isOwnProbe(AccountState state) {
        return state instanceof Probing probing && probing.thread() == thread();
    }

    private static long thread() {
        return Thread.currentThread().threadId();
    }
}
