package dev.olp.routing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.provider.Fault;
import dev.olp.routing.HopGuard.Skip;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HopGuardTest {
    private static final Hop HOP = new Hop("anthropic", "m", "default");

    @Test
    void theFirstThatKnowsSomethingSpeaksForAll() {
        List<String> asked = new ArrayList<>();
        HopGuard all =
                HopGuard.all(guard("free", null, asked), guard("spent", "spent", asked), guard("late", "l", asked));

        assertThat(all.enter(HOP)).map(Skip::code).contains("spent");
        assertThat(all.look(HOP)).map(Skip::code).contains("spent");
        assertThat(asked).containsExactly("free", "spent", "free", "spent");
    }

    @Test
    void letsThroughWhatNobodyKnowsAnythingAgainst() {
        assertThat(HopGuard.all(hop -> Optional.empty(), hop -> Optional.empty())
                        .enter(HOP))
                .isEmpty();
        assertThat(HopGuard.all().look(HOP)).isEmpty();
    }

    @Test
    void everybodyIsToldOfAnEnd() {
        List<String> told = new ArrayList<>();
        HopOutcomes one = outcomes("one", told);
        HopOutcomes all = HopOutcomes.all(one, outcomes("two", told));

        all.met(HOP, null);
        all.left(HOP);

        assertThat(told).containsExactly("one met", "two met", "one left", "two left");
    }

    private static HopGuard guard(String name, @Nullable String code, List<String> asked) {
        return hop -> {
            asked.add(name);
            return Optional.ofNullable(code)
                    .map(known -> new Skip(known, name, Fault.of(Fault.Kind.USAGE_LIMIT, name)));
        };
    }

    private static HopOutcomes outcomes(String name, List<String> told) {
        return new HopOutcomes() {
            @Override
            public void met(Hop hop, @Nullable Fault fault) {
                told.add(name + " met");
            }

            @Override
            public void left(Hop hop) {
                told.add(name + " left");
            }
        };
    }
}
