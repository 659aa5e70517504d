package dev.olp.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.cache.CacheKeys.Identified;
import dev.olp.provider.Fault;
import dev.olp.provider.FinishReason;
import dev.olp.provider.Usage;
import dev.olp.routing.Hop;
import dev.olp.routing.HopGuard;
import dev.olp.routing.HopGuard.Skip;
import dev.olp.routing.Sparing;
import dev.olp.run.HopFailure;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Whose answer is told again, and while which hops are passed over. */
class ShelfTest {
    private static final Hop FIRST = new Hop("anthropic", "sonnet", "default");
    private static final Hop SECOND = new Hop("openai", "gpt", "default");
    private static final Hop THIRD = new Hop("mistral", "devstral", "default");
    private static final CacheKey KEY = new CacheKey(1, 2, 3, 4);

    private final AnswerCache cache = new AnswerCache(System::nanoTime);
    private final Set<Hop> spared = new HashSet<>();
    private final Set<Hop> passedOver = new HashSet<>();
    private final Set<Hop> known = new HashSet<>(Set.of(FIRST, SECOND, THIRD));

    ShelfTest() {
        cache.configure(new CacheTerms(true, Duration.ofMinutes(1), 100_000, 100_000, false));
    }

    @Test
    void theFirstHopsAnswerIsToldWhateverSpeaksAgainstIt() {
        keep(FIRST);
        passedOver.add(FIRST);
        spared.add(FIRST);

        assertThat(found()).isEqualTo(FIRST);
    }

    @Test
    void anotherHopsAnswerIsToldOnlyWhileThatHopWouldBeAsked() {
        keep(SECOND);
        assertThat(found()).as("the first would be asked").isNull();

        passedOver.add(FIRST);
        assertThat(found()).isEqualTo(SECOND);
        assertThat(Objects.requireNonNull(shelf().find()).passed())
                .extracting(HopFailure::hop)
                .containsExactly(FIRST);

        passedOver.clear();
        assertThat(found()).as("the first is back").isNull();
    }

    @Test
    void theThirdHopsAnswerIsNoneOfTheSeconds() {
        keep(THIRD);
        passedOver.add(FIRST);
        assertThat(found()).as("the second would be asked").isNull();

        passedOver.add(SECOND);
        assertThat(found()).isEqualTo(THIRD);
    }

    @Test
    void whereTheFirstIsSparedTheSecondWouldBeAsked() {
        keep(SECOND);
        spared.add(FIRST);
        assertThat(found()).isEqualTo(SECOND);

        spared.add(SECOND);
        spared.add(THIRD);
        assertThat(found())
                .as("all are to be spared, so the first would be asked")
                .isNull();
    }

    @Test
    void whatAnUnknownCliAnsweredIsNotKept() {
        known.remove(SECOND);
        passedOver.add(FIRST);
        keep(SECOND);
        known.add(SECOND);

        assertThat(found()).isNull();
    }

    private void keep(Hop hop) {
        shelf().keep(
                        new StoredAnswer("ada", new Tape().cut(), hop, FinishReason.STOP, Usage.ZERO, false),
                        cache.epoch());
    }

    private @Nullable Hop found() {
        Shelf.Found found = shelf().find();
        return found == null ? null : found.answer().hop();
    }

    private Shelf shelf() {
        return new Shelf(
                cache,
                new Identified(KEY, Set.copyOf(known)),
                List.of(FIRST, SECOND, THIRD),
                new Turns(new Sparing(against(spared)), against(passedOver)));
    }

    private static HopGuard against(Set<Hop> hops) {
        return hop -> hops.contains(hop)
                ? Optional.of(
                        new Skip("window_spent", "its window is spent", Fault.of(Fault.Kind.USAGE_LIMIT, "spent")))
                : Optional.empty();
    }
}
