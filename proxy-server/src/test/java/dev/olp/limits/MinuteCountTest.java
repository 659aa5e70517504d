package dev.olp.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MinuteCountTest {
    private static final Instant NOW = Instant.parse("2026-11-30T10:15:30.900Z");

    /** Requests at random moments, taken while the count allows it. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void no_sixty_seconds_hold_more_than_the_limit(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int limit = random.nextInt(1, 20);
        List<Instant> taken = new ArrayList<>();
        MinuteCount count = MinuteCount.EMPTY;
        Instant at = NOW;
        for (int i = 0; i < 2_000; i++) {
            at = at.plusMillis(random.nextInt(i % 7 == 0 ? 20_000 : 300));
            count = count.at(at);
            if (count.total() < limit) {
                count = count.plusOne();
                taken.add(at);
            } else {
                assertThat(count.belowAt(limit)).isAfter(at).isBeforeOrEqualTo(at.plusSeconds(61));
                assertThat(count.at(count.belowAt(limit)).total()).isLessThan(limit);
            }
        }
        assertThat(taken).hasSizeGreaterThan(limit);
        for (int i = limit; i < taken.size(); i++) {
            assertThat(Duration.between(taken.get(i - limit), taken.get(i))).isGreaterThan(Duration.ofSeconds(60));
        }
    }

    @Test
    void it_is_kept_as_bytes() {
        MinuteCount count = MinuteCount.EMPTY
                .at(NOW)
                .plusOne()
                .at(NOW.plusSeconds(7))
                .plusOne()
                .plusOne();

        assertThat(MinuteCount.of(count.toBytes())).isEqualTo(count);
        assertThat(MinuteCount.of(new byte[0])).isEqualTo(MinuteCount.EMPTY);
    }

    @Test
    void one_is_taken_out_of_the_second_that_counted_it() {
        MinuteCount one = MinuteCount.EMPTY.at(NOW).plusOne();
        MinuteCount later = one.at(NOW.plusSeconds(5));

        assertThat(later.minusOne(one.second()).total()).isZero();
        assertThat(later.minusOne(one.second() + 1).total()).isEqualTo(1);
        assertThat(later.minusOne(one.second() - 100).total()).isEqualTo(1);
        assertThat(later.minusOne(one.second() + 100).total()).isEqualTo(1);
    }
}
