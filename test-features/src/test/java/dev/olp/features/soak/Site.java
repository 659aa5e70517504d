package dev.olp.features.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.olp.features.limits.Tenant;
import dev.olp.features.soak.Seen.Kind;
import dev.olp.features.support.OlpCommand;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.SlotCount;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;

/** One server with its clients. */
final class Site {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final int WARM_UP = 12;
    private static final long MAY_KEEP_KIB = 8 * 1024;
    private static final int MAY_POOL = 10;

    /** Lazy code and metaspace after the first requests, and what malloc keeps. */
    private static final long MAY_WARM_UP_KIB = 40 * 1024;

    /** Garbage: how far the heap grows before it is collected is the collector's choice. */
    private static final long MAY_WAIT_KIB = 16 * 1024;

    private final OlpServer olp;
    private final List<Tenant> tenants = new ArrayList<>();
    private final Traffic traffic;
    private final Vitals vitals;
    private final Queue<Seen> seen = new ConcurrentLinkedQueue<>();
    private final Vitals.Quiet before;

    /** Opens it: with four keys, the last of which may ask only now and then. */
    Site(OlpServer olp, Function<List<String>, Traffic> traffic) throws IOException, InterruptedException {
        this.olp = olp;
        tenants.add(new Tenant(olp, "owner", OlpServer.OWNER_TOKEN));
        tenants.add(Tenant.create(olp, "ada"));
        tenants.add(Tenant.create(olp, "bob"));
        tenants.add(Tenant.create(olp, "now and then", "--requests-per-minute", "10"));
        this.traffic = traffic.apply(asOften(3, tenants));
        vitals = new Vitals(olp);
        serve(new SplittableRandom(1), WARM_UP); // what is made at the first use is no leak
        olp.assertNothingLeft();
        before = vitals.quiet();
    }

    /** The tokens, all but the last so many times. */
    private static List<String> asOften(int times, List<Tenant> tenants) {
        List<String> tokens = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            tenants.subList(0, tenants.size() - 1).forEach(tenant -> tokens.add(tenant.token()));
        }
        tokens.add(tenants.getLast().token());
        return tokens;
    }

    private void serve(SplittableRandom random, int visits) throws IOException {
        for (int i = 0; i < visits; i++) {
            seen.add(new Visitor(olp).make(traffic.next(random)));
        }
    }

    /** Sends so many clients in, each with one visit after the other. */
    List<Future<?>> open(ExecutorService threads, int clients, long seed, BooleanSupplier over) {
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
            SplittableRandom random = new SplittableRandom(seed + i);
            all.add(threads.submit(() -> {
                while (!over.getAsBoolean()) {
                    serve(random, 1);
                }
                return null;
            }));
        }
        return all;
    }

    Vitals vitals() {
        return vitals;
    }

    List<Seen> seen() {
        return List.copyOf(seen);
    }

    Vitals.Quiet before() {
        return before;
    }

    /** How often it happened, by what its client saw. */
    Map<String, Long> counts() {
        Map<String, Long> counts = new TreeMap<>();
        for (Seen each : seen) {
            counts.merge(each.kind() + " " + each.status() + " " + each.code() + " " + each.cache(), 1L, Long::sum);
        }
        return counts;
    }

    long count(Predicate<Seen> which) {
        return seen.stream().filter(which).count();
    }

    /** All that had to happen did. */
    void assertMixed() {
        assertThat(seen).extracting(Seen::kind).contains(Kind.values());
        assertThat(count(each -> each.kind() == Kind.ANSWERED && !each.hops().equals("0")))
                .as("fallbacks")
                .isPositive();
        assertThat(seen).extracting(Seen::cache).contains("hit", "miss", "bypass");
    }

    /** Bounds of what may differ by chance; what leaks with each request goes beyond them in a minute. */
    void assertNothingGrew(Vitals.Quiet after) {
        assertThat(after.heapKib()).as("KiB of heap").isLessThan(before.heapKib() + MAY_KEEP_KIB);
        assertThat(after.threads()).as("threads").isLessThan(before.threads() + MAY_POOL);
        assertThat(after.files()).as("open files").isLessThan(before.files() + MAY_POOL);
        assertThat(after.residentKib()).as("KiB at rest").isLessThan(before.residentKib() + MAY_WARM_UP_KIB);
        List<Long> halves = vitals.halvesKib();
        assertThat(halves.getLast())
                .as("KiB in the second half, %s in the first", halves.getFirst())
                .isLessThan(halves.getFirst() * 115 / 100 + MAY_WAIT_KIB);
    }

    /** No child, home, slot, place in line, reservation, thread or file of all that traffic. */
    Vitals.Quiet assertNothingLeft() throws Exception {
        olp.assertNothingLeft();
        for (String provider : List.of("anthropic", "openai")) {
            SlotCount.awaitSlots(olp, provider, 0, 0);
        }
        for (Tenant tenant : tenants) {
            await().atMost(SOON)
                    .until(() -> tenant.get("/v1/usage")
                                    .json()
                                    .at("/concurrent/used")
                                    .asInt(-1)
                            == 0);
        }
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(vitals.quiet().tasks()).isLessThanOrEqualTo(before.tasks()));
        return vitals.quiet();
    }

    void assertExplained() throws Exception {
        new Reckoning(olp).assertExplains(seen());
        OlpCommand verified = olp.command("audit", "verify");
        assertThat(verified.exit()).as(verified.out() + verified.err()).isZero();
    }
}
