package dev.olp.routing.pauses;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.provider.Fault;
import dev.olp.provider.Fault.Kind;
import dev.olp.routing.Hop;
import dev.olp.routing.HopGuard.Skip;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class PausesTest {
    private static final Hop HOP = new Hop("anthropic", "m", "default");
    private static final Account ACCOUNT = Account.of(HOP);

    private final Times times = new Times();
    private final Kept store = new Kept();
    private PauseRules rules = new PauseRules(true, 3, Duration.ofSeconds(30));
    private String mark = "login-1";
    private Pauses pauses = begin();

    private Pauses begin() {
        return new Pauses(store, account -> mark, () -> rules, times.clock(), times::nanos);
    }

    @Test
    void aSpentWindowIsPassedOverUntilItsResetThenTriedByOne() {
        Instant reset = times.instant().plus(Duration.ofHours(2));
        tried(limit(reset));

        times.pass(Duration.ofHours(2).minusMillis(1));
        Skip skip = pauses.enter(HOP).orElseThrow();
        assertThat(skip.code()).isEqualTo("window_spent");
        assertThat(skip.fault().kind()).isEqualTo(Kind.USAGE_LIMIT);
        assertThat(skip.fault().resetAt()).isEqualTo(reset);

        times.pass(Duration.ofMillis(1));
        assertThat(pauses.look(HOP)).isEmpty();
        assertThat(pauses.enter(HOP)).as("the probe").isEmpty();
        assertThat(enteredElsewhere()).as("another meanwhile").map(Skip::code).contains("window_spent");
        assertThat(pauses.look(HOP)).as("to the probe itself").isEmpty();

        pauses.met(HOP, null);
        assertThat(pauses.enter(HOP)).isEmpty();
        assertThat(pauses.enter(HOP)).isEmpty();
        assertThat(store.all()).isEmpty();
    }

    @Test
    void aProbeWhoseAnswerBeginsHasProvenEnough() {
        tried(limit(times.instant().plusSeconds(60)));
        times.pass(Duration.ofSeconds(60));
        assertThat(pauses.enter(HOP)).isEmpty();

        pauses.answering(HOP);

        assertThat(pauses.enter(HOP)).isEmpty();
        pauses.met(HOP, Fault.of(Kind.CONNECTION, "broke off later"));
        assertThat(pauses.enter(HOP)).isEmpty();
    }

    @Test
    void aProbeThatIsLeftLetsTheNextOneTry() {
        tried(limit(times.instant().plusSeconds(60)));
        times.pass(Duration.ofSeconds(60));
        assertThat(pauses.enter(HOP)).isEmpty();

        pauses.left(HOP);

        assertThat(pauses.enter(HOP)).isEmpty();
        assertThat(enteredElsewhere()).isPresent();
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void onlyFaultsThatSaySoLeadToAPause(Kind kind) {
        for (int i = 0; i < 20; i++) {
            tried(Fault.of(kind, "x"));
        }

        assertThat(pauses.look(HOP).isPresent()).isEqualTo(kind.aftermath() != Fault.Aftermath.NONE);
        if (kind.whose() == Fault.Whose.CLIENT) {
            assertThat(pauses.look(HOP)).isEmpty();
        }
    }

    @Test
    void theClientsFaultInAProbeProvesNothing() {
        tried(limit(times.instant().plusSeconds(60)));
        times.pass(Duration.ofSeconds(60));
        tried(Fault.of(Kind.BAD_REQUEST, "x"));

        assertThat(pauses.of(ACCOUNT)).isPresent();
        assertThat(pauses.enter(HOP)).as("the next probe").isEmpty();
        assertThat(enteredElsewhere()).isPresent();
    }

    @Test
    void faultsInARowOpenTheBreakerAndOneProbeClosesIt() {
        tried(fault());
        tried(fault());
        assertThat(Standing.breaker(pauses.ofProvider("anthropic"))).isEqualTo("closed");
        tried(fault());
        assertThat(Standing.breaker(pauses.ofProvider("anthropic"))).isEqualTo("open");
        Skip skip = pauses.enter(HOP).orElseThrow();
        assertThat(skip.code()).isEqualTo("breaker_open");
        assertThat(skip.fault().kind()).isEqualTo(Kind.SERVER_ERROR);
        assertThat(skip.fault().resetAt()).isEqualTo(times.instant().plusSeconds(30));

        times.pass(Duration.ofSeconds(30));
        assertThat(Standing.breaker(pauses.ofProvider("anthropic"))).isEqualTo("half_open");
        tried(null);
        assertThat(Standing.breaker(pauses.ofProvider("anthropic"))).isEqualTo("closed");
    }

    @Test
    void aFlappingProviderStaysInUseAndADeadOneIsTriedEverMoreSeldom() {
        for (int i = 0; i < 50; i++) {
            tried(fault());
            tried(fault());
            tried(null);
        }
        assertThat(pauses.look(HOP)).isEmpty();

        tried(fault());
        tried(fault());
        tried(fault());
        List<Duration> waits = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            Duration wait = Duration.between(
                    times.instant(), pauses.of(ACCOUNT).orElseThrow().pause().until());
            waits.add(wait);
            times.pass(wait);
            tried(fault());
        }
        assertThat(waits).extracting(Duration::toSeconds).containsExactly(30L, 60L, 120L, 240L, 480L, 600L, 600L, 600L);
    }

    @Test
    void whatBeganBeforeThePauseNeitherEndsItNorCounts() {
        assertThat(pauses.enter(HOP)).isEmpty();
        Instant reset = times.instant().plusSeconds(3600);
        tried(limit(reset));

        pauses.met(HOP, null);
        assertThat(pauses.look(HOP)).as("an older answer").isPresent();
        pauses.met(HOP, fault());
        assertThat(pauses.of(ACCOUNT)).map(standing -> standing.pause().until()).contains(reset);
        for (int i = 0; i < 10; i++) {
            pauses.met(HOP, limit(reset));
        }
        assertThat(store.saves).isEqualTo(1);
    }

    @Test
    void onlyTheThreadThatProbesCanEndTheProbe() throws InterruptedException {
        tried(limit(times.instant().plusSeconds(60)));
        times.pass(Duration.ofSeconds(60));
        assertThat(pauses.enter(HOP)).isEmpty();

        Thread other = Thread.ofVirtual().start(() -> {
            pauses.answering(HOP);
            pauses.met(HOP, null);
            pauses.met(HOP, limit(times.instant().plusSeconds(900)));
            pauses.left(HOP);
        });
        other.join();

        assertThat(enteredElsewhere()).as("still probing").isPresent();
        pauses.met(HOP, null);
        assertThat(pauses.enter(HOP)).isEmpty();
    }

    @Test
    void withoutAResetTheWaitGrowsWithinABound() {
        tried(limit(null));
        List<Long> minutes = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            Duration wait = Duration.between(
                    times.instant(), pauses.of(ACCOUNT).orElseThrow().pause().until());
            minutes.add(wait.toMinutes());
            times.pass(wait);
            tried(limit(null));
        }
        assertThat(minutes).containsExactly(5L, 10L, 20L, 40L, 60L, 60L);
    }

    @ParameterizedTest
    @ValueSource(longs = {-3600, 0})
    void aResetThatHasPassedIsNoReset(long seconds) {
        tried(limit(times.instant().plusSeconds(seconds)));

        assertThat(pauses.of(ACCOUNT))
                .map(standing -> standing.pause().until())
                .contains(times.instant().plus(Duration.ofMinutes(5)));
    }

    @Test
    void aRateLimitIsShortWhateverItsReset() {
        tried(new Fault(Kind.RATE_LIMIT, times.instant().plus(Duration.ofDays(3)), "x", null));
        assertThat(pauses.of(ACCOUNT))
                .map(standing -> standing.pause().until())
                .contains(times.instant().plusSeconds(60));
        assertThat(pauses.look(HOP)).map(Skip::code).contains("rate_limited");
    }

    @Test
    void aResetInAnotherCenturyIsBounded() {
        tried(limit(times.instant().plus(Duration.ofDays(20_000))));

        times.pass(Duration.ofDays(8).minusSeconds(1));
        assertThat(pauses.look(HOP)).isPresent();
        times.pass(Duration.ofSeconds(1));
        assertThat(pauses.look(HOP)).isEmpty();
    }

    @Test
    void aClockThatJumpsKeepsNobodyOutForLonger() {
        tried(limit(times.instant().plusSeconds(3600)));

        times.jump(Duration.ofDays(-400));
        times.pass(Duration.ofSeconds(3599));
        assertThat(pauses.look(HOP)).isPresent();
        times.pass(Duration.ofSeconds(1));
        assertThat(pauses.look(HOP)).isEmpty();
    }

    @Test
    void aClockThatWasWrongWhenItBeganEndsThePauseOnceItIsRight() {
        times.jump(Duration.ofDays(-3000)); // a Pi without a clock of its own
        Instant reset = times.instant().plus(Duration.ofDays(3000)).plusSeconds(3600);
        tried(limit(reset));

        times.jump(Duration.ofDays(3000));
        assertThat(pauses.look(HOP)).isPresent();
        times.pass(Duration.ofHours(1));
        assertThat(pauses.look(HOP)).isEmpty();
    }

    @Test
    void aResetInAnotherCenturyIsBoundedOverRestartsToo() {
        tried(limit(times.instant().plus(Duration.ofDays(20_000))));
        times.pass(Duration.ofDays(5));
        times.restart();
        pauses = begin();

        assertThat(pauses.look(HOP)).isPresent();
        times.pass(Duration.ofDays(3));
        assertThat(pauses.look(HOP)).isEmpty();
    }

    @Test
    void aRestartForgetsNothingAndProbesOnce() {
        tried(limit(times.instant().plusSeconds(3600)));
        tried(fault());
        times.restart();
        pauses = begin();

        assertThat(pauses.enter(HOP)).isPresent();
        times.pass(Duration.ofHours(1));
        assertThat(pauses.enter(HOP)).isEmpty();
        assertThat(enteredElsewhere()).isPresent();
    }

    @Test
    void anotherLoginOrConfigurationBeginsAnew() {
        tried(limit(times.instant().plusSeconds(3600)));
        mark = "login-2";

        assertThat(pauses.look(HOP)).isEmpty();
        assertThat(pauses.enter(HOP)).isEmpty();
        assertThat(store.all()).isEmpty();
        mark = "login-1";
        assertThat(pauses.enter(HOP)).isEmpty();
    }

    @Test
    void accountsAreApart() {
        tried(limit(times.instant().plusSeconds(3600)));

        assertThat(pauses.enter(new Hop("anthropic", "other-model", "default"))).isPresent();
        assertThat(pauses.enter(new Hop("anthropic", "m", "second"))).isEmpty();
        assertThat(pauses.enter(new Hop("openai", "m", "default"))).isEmpty();
    }

    @Test
    void whatIsSwitchedOffIsNotRemembered() {
        rules = new PauseRules(false, 0, Duration.ofSeconds(30));
        for (int i = 0; i < 10; i++) {
            tried(fault());
            tried(limit(times.instant().plusSeconds(3600)));
            tried(Fault.of(Kind.RATE_LIMIT, "x"));
        }

        assertThat(pauses.enter(HOP)).isEmpty();
        assertThat(pauses.ofProvider("anthropic")).isEmpty();
    }

    /** One request, let through and ended so. */
    private void tried(@Nullable Fault fault) {
        assertThat(pauses.enter(HOP).filter(skip -> fault == null)).isEmpty();
        pauses.met(HOP, fault);
    }

    private Optional<Skip> enteredElsewhere() {
        return CompletableFuture.supplyAsync(() -> pauses.enter(HOP)).join();
    }

    private static Fault fault() {
        return Fault.of(Kind.SERVER_ERROR, "x");
    }

    private static Fault limit(@Nullable Instant reset) {
        return new Fault(Kind.USAGE_LIMIT, reset, "x", null);
    }

    private static final class Kept implements PauseStore {
        private final List<Pause> pauses = new ArrayList<>();
        private int saves;

        @Override
        public List<Pause> all() {
            return List.copyOf(pauses);
        }

        @Override
        public void save(Pause pause) {
            saves++;
            remove(pause.account());
            pauses.add(pause);
        }

        @Override
        public void remove(Account account) {
            pauses.removeIf(pause -> pause.account().equals(account));
        }
    }
}
