package dev.olp.quota;

import dev.olp.provider.ChatEvent.RateLimitReport;
import dev.olp.provider.Fault;
import dev.olp.provider.PlanWindow;
import dev.olp.provider.Provider;
import dev.olp.provider.QuotaReading;
import dev.olp.provider.QuotaReading.Window;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is known of each plan. Told from event loops and request threads, so it neither blocks nor throws there;
 * {@link #save} writes what has changed, whenever it is called. Thread-safe.
 */
public final class QuotaBook implements PlanNews {
    private static final Logger log = LoggerFactory.getLogger(QuotaBook.class);

    private final QuotaStore store;
    private final Clock clock;
    private final ZoneId zone;
    private final Function<PlanAccount, String> logins;
    private final Map<PlanAccount, QuotaState> states = new ConcurrentHashMap<>();
    private final Set<PlanAccount> unsaved = ConcurrentHashMap.newKeySet();
    private final Probes probes;

    /**
     * Opens it at what was saved.
     *
     * @param zone where days begin
     * @param logins a text that changes with the login of an account, and tells nothing of it; must be quick
     */
    public QuotaBook(QuotaStore store, Clock clock, ZoneId zone, Function<PlanAccount, String> logins) {
        this.store = store;
        this.clock = clock;
        this.zone = zone;
        this.logins = logins;
        this.probes = new Probes(clock);
        store.load().forEach(state -> states.put(state.account(), state));
    }

    /** Whose state is wanted. */
    public Probes probes() {
        return probes;
    }

    /** Takes what is told by a reply that was asked for to know it; its CLI tells the same and is not heard. */
    public PlanNews probed() {
        return new PlanNews() {
            @Override
            public void headers(Provider provider, String account, Map<String, String> headers) {
                take(provider, account, headers, QuotaSource.PROBE);
            }

            @Override
            public void reported(PlanAccount account, RateLimitReport report) {}
        };
    }

    @Override
    public void headers(Provider provider, String account, Map<String, String> headers) {
        take(provider, account, headers, QuotaSource.GATEWAY_HEADERS);
    }

    private void take(Provider provider, String account, Map<String, String> headers, QuotaSource source) {
        provider.quotaHeaders()
                .ifPresent(reader -> add(new PlanAccount(provider.id(), account), reader.read(headers), source));
    }

    /** Those of single models and of other lengths are not the plan's. */
    @Override
    public void reported(PlanAccount account, RateLimitReport report) {
        PlanWindow.reported(report.window())
                .ifPresent(window -> add(
                        account,
                        reading(window, new Window(report.utilization(), report.resetsAt(), report.status())),
                        QuotaSource.CLI_EVENT));
    }

    /** A run failed; told only where the provider's own words did not say it better just before. */
    public void failed(PlanAccount account, Fault fault) {
        if (fault.kind() == Fault.Kind.USAGE_LIMIT && !isKnownToBeSpent(account, fault.resetAt())) {
            add(
                    account,
                    reading(PlanWindow.OVERALL, new Window(null, fault.resetAt(), Window.REJECTED)),
                    QuotaSource.LIMIT_ERROR);
        }
    }

    /** A run was answered. */
    public void answered(PlanAccount account) {
        states.computeIfPresent(account, (known, state) -> current(known, state).answered());
        unsaved.add(account);
    }

    /** A run with that login came to an end, whichever. */
    public void tried(PlanAccount account) {
        states.compute(account, (known, state) -> current(known, state).tried(today()));
        unsaved.add(account);
    }

    /** Runs with that login that ended today. */
    public long requestsToday(PlanAccount account) {
        return DayCount.on(state(account).requests(), today());
    }

    private LocalDate today() {
        return LocalDate.ofInstant(clock.instant(), zone);
    }

    private boolean isKnownToBeSpent(PlanAccount account, @Nullable Instant until) {
        SeenWindow overall = view(account).windows().get(PlanWindow.OVERALL);
        return overall != null
                && Window.REJECTED.equals(overall.told().status())
                && (until == null || until.equals(overall.told().resetsAt()));
    }

    private static QuotaReading reading(PlanWindow window, Window told) {
        return new QuotaReading(Map.of(window, told), null, null, List.of());
    }

    private void add(PlanAccount account, QuotaReading reading, QuotaSource source) {
        if (reading.isEmpty()) {
            return;
        }
        Instant now = clock.instant();
        QuotaState before = state(account);
        states.compute(account, (known, state) -> current(known, state).with(reading, source, now));
        unsaved.add(account);
        if (!reading.drift().isEmpty() && !QuotaState.names(reading.drift()).equals(QuotaState.names(before.drift()))) {
            log.atWarn()
                    .addKeyValue("provider", account.provider())
                    .addKeyValue("account", account.account())
                    .addKeyValue("headers", reading.drift())
                    .log("the provider's quota headers have changed");
        }
    }

    /** What is known of a plan now. */
    public QuotaView view(PlanAccount account) {
        return view(account, clock.instant());
    }

    private QuotaView view(PlanAccount account, Instant now) {
        QuotaView view = QuotaView.of(state(account), now);
        return view.status() == QuotaStatus.LIVE ? view : view.orElse(probes.failure(account));
    }

    /** Of every plan that anything was ever told of. */
    public List<QuotaView> views() {
        Instant now = clock.instant();
        return states.keySet().stream().map(account -> view(account, now)).toList();
    }

    private QuotaState state(PlanAccount account) {
        return current(account, states.get(account));
    }

    /** What was told of another login of that name says nothing of this one. */
    private QuotaState current(PlanAccount account, @Nullable QuotaState state) {
        String login = logins.apply(account);
        return state == null ? QuotaState.nothing(account, login) : state.of(login);
    }

    /**
     * Writes what has changed since the last time.
     *
     * @throws dev.olp.store.StoreException when that failed; it is tried again the next time
     */
    public synchronized void save() {
        List<PlanAccount> changed = List.copyOf(unsaved);
        if (changed.isEmpty()) {
            return;
        }
        unsaved.removeAll(Set.copyOf(changed)); // before it is looked at: what changes from now on is for the next time
        List<QuotaState> batch = new ArrayList<>();
        changed.forEach(account -> batch.add(state(account)));
        boolean saved = false;
        try {
            store.save(batch);
            saved = true;
        } finally {
            if (!saved) {
                unsaved.addAll(changed);
            }
        }
    }
}
