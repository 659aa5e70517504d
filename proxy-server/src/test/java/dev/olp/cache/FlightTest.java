package dev.olp.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.olp.http.ByteBudget;
import dev.olp.provider.Fault;
import dev.olp.run.Cancellation.Cancelled;
import dev.olp.run.RunEnd;
import dev.olp.wire.ApiException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Requests that come, read and leave as they like while one run answers them all. */
class FlightTest {
    private static final int ROOM = 1 << 20;
    private static final int LARGEST = 200_000;

    private final ByteBudget room = new ByteBudget("test", ROOM, Duration.ZERO);
    private final AnswerCache cache = new AnswerCache(System::nanoTime);
    private final Flights flights = new Flights(cache, room, System::nanoTime);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final FlightScript script = new FlightScript();

    FlightTest() {
        cache.configure(new CacheTerms(true, Duration.ofMinutes(1), ROOM, LARGEST, false));
    }

    private FlightClient client(boolean streamed) {
        return new FlightClient(streamed, cache, flights, threads, script);
    }

    @AfterEach
    void nothingIsLeft() {
        threads.close();
        assertThat(flights.count()).isZero();
        assertThat(room.available()).isEqualTo(room.capacity());
        assertThat(script.running()).isZero();
    }

    @Test
    void whoComesLateIsGivenAllSoFarAndThenTheRest() throws Exception {
        FlightClient first = client(true).ask();
        script.say("a", "b");
        first.awaitText("ab");

        FlightClient late = client(false).ask();
        late.awaitText("ab");
        script.say("c");
        script.end();

        assertThat(first.answer()).isEqualTo("abc");
        assertThat(late.answer()).isEqualTo("abc");
        assertThat(script.runs()).isOne();
        assertThat(first.pays()).isTrue();
        assertThat(late.pays()).isFalse();
    }

    @Test
    void theFirstMayLeaveAndTheNextPays() throws Exception {
        FlightClient first = client(true).ask();
        script.say("a");
        first.awaitText("a");
        FlightClient next = client(true).ask();
        next.awaitText("a");

        first.leave();
        assertThatThrownBy(first::answer).hasCauseInstanceOf(Cancelled.class);
        script.say("b");
        script.end();

        assertThat(next.answer()).isEqualTo("ab");
        assertThat(first.pays()).isFalse();
        assertThat(next.pays()).isTrue();
    }

    @Test
    void whenAllHaveLeftTheRunIsEndedAndTheNextHasOneOfItsOwn() throws Exception {
        List<FlightClient> clients = List.of(client(true).ask(), client(false).ask());
        script.say("a");
        for (FlightClient client : clients) {
            client.awaitText("a");
        }

        clients.forEach(FlightClient::leave);
        for (FlightClient client : clients) {
            assertThatThrownBy(client::answer).hasCauseInstanceOf(Cancelled.class);
        }

        assertThat(script.running()).as("gone before the last is").isZero();
        assertThat(clients.stream().filter(client -> client.pays())).hasSize(1);
        script.renew();
        FlightClient own = client(true).ask();
        script.say("b");
        script.end();
        assertThat(own.answer()).isEqualTo("b");
        assertThat(script.runs()).isEqualTo(2);
    }

    @Test
    void aFaultIsTheFaultOfAll() throws Exception {
        List<FlightClient> clients =
                List.of(client(true).ask(), client(false).ask(), client(true).ask());
        await().until(() -> clients.stream().allMatch(client -> client.hasBoarded()));

        script.fail();

        for (FlightClient client : clients) {
            RunEnd.Failed end = (RunEnd.Failed) client.end();
            assertThat(end.fault().kind()).isEqualTo(Fault.Kind.OVERLOADED);
        }
        assertThat(clients.stream().filter(client -> client.pays())).hasSize(1);
        assertThat(cache.stored()).isZero();
    }

    @Test
    void whatBreaksOffByAFaultOfOursIsToldToAll() throws Exception {
        List<FlightClient> clients = List.of(client(true).ask(), client(false).ask());
        await().until(() -> clients.stream().allMatch(client -> client.hasBoarded()));

        script.breakOff();

        for (FlightClient client : clients) {
            assertThatThrownBy(client::answer).hasCauseInstanceOf(IllegalStateException.class);
        }
    }

    /** The run waits for the fastest; a slow one is none of its business while the answer can be kept whole. */
    @Test
    void aSlowReaderHoldsUpNobodyAndMissesNothingOfAnAnswerThatIsKeptWhole() throws Exception {
        FlightClient slow = client(true).stopped().ask();
        FlightClient quick = client(true).ask();
        script.say("x".repeat(1_000), 150);
        script.end();

        assertThat(quick.answer()).hasSize(150_000);
        slow.goOn();
        assertThat(slow.answer()).isEqualTo(quick.answer());
        assertThat(cache.stored()).isOne();
    }

    @Test
    void aSlowReaderOfALongAnswerMissesTheRestAndNobodyElseDoes() throws Exception {
        FlightClient slow = client(true).stopped().ask();
        FlightClient quick = client(true).ask();
        script.say("x".repeat(1_000), 2_000);
        script.end();

        assertThat(quick.answer()).hasSize(2_000_000);
        slow.goOn();
        assertThatThrownBy(slow::answer).hasCauseInstanceOf(ApiException.class);
        assertThat(cache.stored()).as("too large").isZero();
        assertThat(quick.pays() ^ slow.pays()).isTrue();
    }

    @Test
    void aRunWaitsForItsOnlyReaderAndKeepsNothingForIt() throws Exception {
        FlightClient slow = client(true).stopped().ask();
        script.say("x".repeat(1_000), 2_000);
        await().until(() -> script.said() * 1_000 > Backlog.AHEAD);
        assertThat(script.said() * 1_000L).isLessThan(Backlog.AHEAD * 2L);

        slow.goOn();
        script.end();
        assertThat(slow.answer()).hasSize(2_000_000);
    }

    @Test
    void whereThereIsNoRoomNothingIsKeptAndNobodyIsAttached() throws Exception {
        try (ByteBudget.Reservation _ = room.reserve(ROOM)) {
            FlightClient first = client(true).ask();
            script.say("x".repeat(1_000), 200);
            await().until(() -> first.text().length() > 170_000);
            FlightClient second = client(true).ask();
            script.end();

            assertThat(first.answer()).hasSize(200_000);
            assertThat(second.answer()).isNotNull();
            assertThat(script.runs()).isEqualTo(2);
        }
    }

    @Test
    void anotherHopMayTakeOverWhileNobodyWhoStreamsHasSeenAny() throws Exception {
        FlightClient whole = client(false).ask();
        script.say("of the first");
        whole.awaitText("of the first");

        script.takeOver();
        script.say("of the second");
        script.end();

        assertThat(whole.answer()).isEqualTo("of the second");
        assertThat(script.wasShown()).isFalse();
        assertThat(cache.stored()).as("not of the hop that was wanted").isZero();
    }

    @Test
    void aStreamThatWasShownIsShown() throws Exception {
        FlightClient streamed = client(true).ask();
        FlightClient whole = client(false).ask();
        script.say("of the first");
        streamed.awaitText("of the first");
        whole.awaitText("of the first");

        script.takeOver();
        script.end();

        assertThatThrownBy(streamed::answer).hasCauseInstanceOf(ApiException.class);
        assertThat(whole.answer()).isEmpty();
        assertThat(script.wasShown()).isTrue();
    }

    /** Each survivor has all of it, each run is paid for by exactly one, and nothing is left. */
    @Test
    void howeverTheyComeAndGoTheCountsAreRight() throws Exception {
        Random random = new Random(7);
        for (int round = 0; round < 150; round++) {
            int before = script.runs();
            List<FlightClient> clients = new ArrayList<>();
            int count = 1 + random.nextInt(8);
            int spoken = 0;
            while (clients.size() < count || spoken < 20) {
                if (clients.size() < count && (spoken >= 20 || random.nextBoolean())) {
                    clients.add(client(random.nextBoolean()).ask());
                } else {
                    script.say("w" + spoken++ + " ");
                }
                if (!clients.isEmpty() && random.nextInt(4) == 0) {
                    clients.get(random.nextInt(clients.size())).leave();
                }
                for (int i = random.nextInt(20_000); i > 0; i--) {
                    Thread.onSpinWait();
                }
            }
            script.end();

            int paid = 0;
            for (FlightClient client : clients) {
                try {
                    // a run that was begun after all had left has only what was said since
                    assertThat(client.answer())
                            .satisfiesAnyOf(
                                    text -> assertThat(text).isEmpty(),
                                    text -> assertThat(text).endsWith("w19 "));
                } catch (ExecutionException e) {
                    assertThat(e).hasCauseInstanceOf(Cancelled.class);
                }
                paid += client.pays() ? 1 : 0;
            }
            int runs = script.runs() - before;
            assertThat(paid).as("round %d: bills of %d runs", round, runs).isEqualTo(runs);
            assertThat(flights.count()).isZero();
            script.renew();
            cache.clear();
        }
        assertThat(script.runs()).isGreaterThan(150);
    }
}
