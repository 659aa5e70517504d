package dev.olp.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.auth.Tier;
import dev.olp.run.Slots.Capacity;
import dev.olp.run.Waiter.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LineTest {
    private static final int STEPS = 20_000;
    private static final List<Tier> TIERS = List.of(Tier.values());

    /** A floods with 100; B comes last, and is the next to be served, with however many slots. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void aFloodOfOneKeyDelaysAnotherByOneRunAtMost(int slots) {
        Line line = new Line(capacity(slots, 200));
        List<SlotRequest> running = new ArrayList<>();
        for (int i = 0; i < slots; i++) {
            line.take(guest("a"));
            running.add(guest("a"));
        }
        for (int i = 0; i < 100; i++) {
            assertThat(line.join(waiter(guest("a")))).isTrue();
        }
        Waiter other = waiter(guest("b"));
        assertThat(line.join(other)).isTrue();
        assertThat(line.position(other)).isOne();

        line.release(running.getFirst());

        assertThat(line.next()).contains(other);
    }

    /** However long the flood has been served before. */
    @Test
    void aKeyThatComesAgainAndAgainTakesTurnsWithTheFlood() {
        Line line = new Line(capacity(1, 200));
        line.take(guest("a"));
        for (int i = 0; i < 100; i++) {
            assertThat(line.join(waiter(guest("a")))).isTrue();
        }
        List<String> served = new ArrayList<>();
        SlotRequest running = guest("a");
        for (int i = 0; i < 60; i++) {
            if (i >= 40 && served.getLast().equals("a")) {
                assertThat(line.join(waiter(guest("b")))).isTrue();
            }
            line.release(running);
            running = line.next().orElseThrow().wanted();
            served.add(running.key());
        }

        assertThat(served.subList(0, 40)).containsOnly("a");
        assertThat(served.subList(40, 60).stream().filter("b"::equals)).hasSize(10);
    }

    @Test
    void keysAreServedByTheirWeights() {
        Line line = new Line(capacity(1, 1000));
        SlotRequest owner = SlotRequest.of("default", "owner", Tier.OWNER);
        SlotRequest anonymous = SlotRequest.of("default", "anonymous", Tier.ANONYMOUS);
        for (int i = 0; i < 100; i++) {
            for (SlotRequest each : List.of(anonymous, guest("guest"), owner)) {
                assertThat(line.join(waiter(each))).isTrue();
            }
        }

        List<String> served = new ArrayList<>();
        for (int i = 0; i < 70; i++) {
            SlotRequest next = line.next().orElseThrow().wanted();
            served.add(next.key());
            line.release(next);
        }

        assertThat(served.stream().filter("owner"::equals)).hasSize(40);
        assertThat(served.stream().filter("guest"::equals)).hasSize(20);
        assertThat(served.stream().filter("anonymous"::equals)).hasSize(10);
    }

    /** Long runs of one key: the slots are shared out, not only the turns. */
    @Test
    void aSlotGoesToWhoRunsLeast() {
        Line line = new Line(capacity(3, 200));
        for (int i = 0; i < 3; i++) {
            line.take(guest("short"));
        }
        for (int i = 0; i < 20; i++) {
            assertThat(line.join(waiter(guest("long")))).isTrue();
            assertThat(line.join(waiter(guest("short")))).isTrue();
        }
        List<String> served = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            line.release(guest("short"));
            served.add(line.next().orElseThrow().wanted().key());
        }

        // one of three stays the short ones', which run through it
        assertThat(served).startsWith("long").endsWith("short", "short", "short", "short", "short");
        assertThat(served.stream().filter("long"::equals)).hasSizeBetween(1, 2);
    }

    @Test
    void aFullLineIsSharedOutByWeights() {
        Line line = new Line(capacity(1, 12));
        line.take(guest("a"));
        List<Waiter> flood = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            flood.add(waiter(guest("a")));
            assertThat(line.join(flood.getLast())).isTrue();
        }
        assertThat(line.join(waiter(guest("a")))).isFalse();

        List<Waiter> others = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            others.add(waiter(guest("b")));
            assertThat(line.join(others.getLast())).isTrue();
        }
        assertThat(line.join(waiter(guest("b")))).as("the half is its part").isFalse();
        assertThat(line.join(waiter(SlotRequest.of("default", "c", Tier.ANONYMOUS))))
                .as("a fifth is its part")
                .isTrue();

        assertThat(line.waiting()).isEqualTo(12);
        assertThat(flood.subList(0, 5)).allMatch(waiter -> waiter.state() == State.WAITING);
        assertThat(flood.subList(6, 12)).as("the youngest go").allMatch(waiter -> waiter.state() == State.DISPLACED);
    }

    /** Nobody else may wait for a login that is busy. */
    @Test
    void whoeverWantsAnotherLoginIsNotHeldUp() {
        Line line = new Line(new Capacity(1, 3, 9, Duration.ofSeconds(1)));
        line.take(guest("a"));
        Waiter busy = waiter(guest("a"));
        assertThat(line.join(busy)).isTrue();

        assertThat(line.hasRoom("default")).isFalse();
        assertThat(line.hasRoom("work")).isTrue();
        line.take(SlotRequest.of("work", "a", Tier.GUEST));
        Waiter work = waiter(SlotRequest.of("work", "a", Tier.GUEST));
        assertThat(line.join(work)).isTrue();
        assertThat(line.next()).isEmpty();

        line.release(SlotRequest.of("work", "a", Tier.GUEST));
        assertThat(line.next()).contains(work);
        assertThat(line.waiting("default")).isOne();
        assertThat(line.waiting("work")).isZero();
    }

    /** Two logins that together may have one slot. */
    @Test
    void whereTheBoundOfAllLoginsIsReachedAllWhoWaitAreRivals() {
        Line line = new Line(new Capacity(1, 1, 9, Duration.ofSeconds(1)));
        line.take(guest("a"));
        assertThat(line.join(waiter(guest("b")))).isTrue();
        Waiter work = waiter(SlotRequest.of("work", "b", Tier.GUEST));
        assertThat(line.join(work)).isTrue();

        assertThat(line.position(work)).isEqualTo(2);
        assertThat(line.waiting("work")).isEqualTo(2);
        assertThat(line.slots()).isOne();
    }

    /** Comes, goes, ends and resizes in random order; the books balance after every step. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 0})
    void theBooksBalanceAfterEveryStep(long fixed) {
        long seed = fixed == 0 ? System.nanoTime() : fixed;
        Random random = new Random(seed);
        Line line = new Line(capacity(2, 8));
        Capacity capacity = capacity(2, 8);
        List<SlotRequest> held = new ArrayList<>();
        List<Waiter> waiting = new ArrayList<>();
        for (int step = 0; step < STEPS; step++) {
            switch (random.nextInt(8)) {
                case 0, 1, 2, 3 -> {
                    SlotRequest wanted = anybody(random);
                    Waiter waiter = waiter(wanted);
                    if (line.hasRoom(wanted.account())) {
                        line.take(wanted);
                        held.add(wanted);
                    } else if (line.join(waiter)) {
                        waiting.add(waiter);
                    }
                }
                case 4, 5 -> {
                    if (!held.isEmpty()) {
                        line.release(held.remove(random.nextInt(held.size())));
                    }
                }
                case 6 -> {
                    if (!waiting.isEmpty()) {
                        line.leave(waiting.get(random.nextInt(waiting.size())));
                    }
                }
                default -> {
                    capacity = new Capacity(
                            1 + random.nextInt(4), 1 + random.nextInt(6), random.nextInt(12), Duration.ofSeconds(1));
                    line.resize(capacity);
                }
            }
            while (line.next().isPresent()) {
                // each is found below
            }
            waiting.stream()
                    .filter(waiter -> waiter.state() == State.GRANTED)
                    .forEach(waiter -> held.add(waiter.wanted()));
            waiting.removeIf(waiter -> waiter.state() != State.WAITING);

            String at = "seed " + seed + ", step " + step;
            assertThat(line.active()).as(at).isEqualTo(held.size());
            assertThat(line.waiting()).as(at).isEqualTo(waiting.size());
            assertThat(waiting)
                    .as(at)
                    .noneMatch(waiter -> line.hasRoom(waiter.wanted().account()));
        }
        List.copyOf(waiting).forEach(line::leave);
        held.forEach(line::release);
        assertThat(line.active()).as("seed " + seed).isZero();
        assertThat(line.waiting()).as("seed " + seed).isZero();
    }

    private static SlotRequest anybody(Random random) {
        int key = random.nextInt(6);
        return SlotRequest.of("account" + random.nextInt(3), "key" + key, TIERS.get(key % 3));
    }

    private static SlotRequest guest(String key) {
        return SlotRequest.of("default", key, Tier.GUEST);
    }

    private static Waiter waiter(SlotRequest wanted) {
        return new Waiter(wanted, () -> {});
    }

    private static Capacity capacity(int slots, int queue) {
        return new Capacity(slots, slots, queue, Duration.ofSeconds(1));
    }
}
