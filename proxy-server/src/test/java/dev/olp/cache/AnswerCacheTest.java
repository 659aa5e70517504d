package dev.olp.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.provider.ChatEvent.TextDelta;
import dev.olp.provider.FinishReason;
import dev.olp.provider.Usage;
import dev.olp.routing.Hop;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AnswerCacheTest {
    private static final int LARGEST = 4_096;
    private static final CacheTerms TERMS = new CacheTerms(true, Duration.ofMinutes(1), 64 * 1024, LARGEST, false);

    private final AtomicLong now = new AtomicLong();
    private final AnswerCache cache = new AnswerCache(now::get);

    AnswerCacheTest() {
        cache.configure(TERMS);
    }

    @Test
    void whatIsStoredIsFoundUntilItsTimeIsUp() {
        store(key(1), answer(10));

        assertThat(cache.find(key(1))).isNotNull();
        assertThat(cache.find(key(2))).isNull();
        now.addAndGet(Duration.ofSeconds(61).toNanos());
        assertThat(cache.find(key(1))).isNull();
    }

    @Test
    void itNeverTakesMoreThanItMay() {
        IntStream.range(0, 1_000).forEach(i -> {
            store(key(i), answer(i % 2_000));
            assertThat(cache.size().bytes()).isLessThanOrEqualTo(TERMS.maxBytes());
        });

        assertThat(cache.size().entries()).isPositive();
        assertThat(cache.stored()).isEqualTo(1_000);
        assertThat(cache.evicted()).isEqualTo(1_000 - cache.size().entries());
    }

    @Test
    void oneThatIsTooLargeIsNotStored() {
        store(key(1), answer(LARGEST));

        assertThat(cache.find(key(1))).isNull();
        assertThat(cache.stored()).isZero();
    }

    @Test
    void clearedIsForgotten() {
        store(key(1), answer(10));

        assertThat(cache.clear().entries()).isOne();
        assertThat(cache.find(key(1))).isNull();
        assertThat(cache.size()).isEqualTo(new AnswerCache.Size(0, 0));
    }

    @Test
    void otherTermsHoldForWhatIsStoredToo() {
        store(key(1), answer(10));
        store(key(2), answer(2_000));

        cache.configure(new CacheTerms(true, Duration.ofSeconds(5), 64 * 1024, 1_024, false));
        assertThat(cache.find(key(2))).as("too large by now").isNull();
        assertThat(cache.find(key(1))).isNotNull();
        now.addAndGet(Duration.ofSeconds(6).toNanos());
        assertThat(cache.find(key(1))).as("too old by now").isNull();
    }

    @Test
    void switchedOffItKeepsNothing() {
        store(key(1), answer(10));

        cache.configure(CacheTerms.OFF);
        store(key(2), answer(10));
        cache.configure(TERMS);

        assertThat(cache.find(key(1))).isNull();
        assertThat(cache.find(key(2))).isNull();
    }

    @Test
    void whatWasBegunBeforeItWasClearedIsNotStoredAfter() {
        long begun = cache.epoch();

        cache.clear();
        cache.store(key(1), answer(10), begun);

        assertThat(cache.find(key(1))).isNull();
    }

    @Test
    void anErasedKeysAnswersAreForgottenAndNoOthers() {
        store(key(1), answer(10));
        long begun = cache.epoch();

        cache.forget("ben");
        assertThat(cache.find(key(1))).isNotNull();
        cache.forget("ada");

        assertThat(cache.find(key(1))).isNull();
        cache.store(key(1), answer(10), begun);
        assertThat(cache.find(key(1))).as("of a run that began before").isNull();
    }

    @Test
    void theFirstAnswerStands() {
        StoredAnswer first = answer(10);
        store(key(1), first);
        store(key(1), answer(20));

        assertThat(cache.find(key(1))).isSameAs(first);
    }

    private void store(CacheKey key, StoredAnswer answer) {
        cache.store(key, answer, cache.epoch());
    }

    private static CacheKey key(int number) {
        return new CacheKey(number, 0, 0, 0);
    }

    private static StoredAnswer answer(int length) {
        Tape tape = new Tape();
        tape.add(new TextDelta("x".repeat(length)));
        return new StoredAnswer(
                "ada", tape.cut(), new Hop("anthropic", "sonnet", "default"), FinishReason.STOP, Usage.ZERO, false);
    }
}
