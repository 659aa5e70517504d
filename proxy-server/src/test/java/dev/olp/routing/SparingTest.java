package dev.olp.routing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.provider.Fault;
import dev.olp.routing.HopGuard.Skip;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SparingTest {
    private static final Hop A = new Hop("anthropic", "m", "a");
    private static final Hop B = new Hop("anthropic", "m", "b");
    private static final Hop C = new Hop("openai", "m", "c");
    private static final Skip WHY = new Skip("soft", "nearly spent", Fault.of(Fault.Kind.RATE_LIMIT, "nearly spent"));

    @Test
    void what_is_to_be_spared_comes_after_the_others() {
        Sparing.Order order = sparing(A, B).order(List.of(A, B, C));

        assertThat(order.hops()).containsExactly(C, A, B);
        assertThat(order.spared()).isEqualTo(Map.of(A, WHY, B, WHY));
    }

    @Test
    void a_chain_whose_order_stays_spares_nobody() {
        assertThat(sparing(C).order(List.of(A, C))).isEqualTo(new Sparing.Order(List.of(A, C), Map.of()));
        assertThat(sparing(A, B, C).order(List.of(A, B, C))).isEqualTo(new Sparing.Order(List.of(A, B, C), Map.of()));
        assertThat(sparing(A).order(List.of(A))).isEqualTo(new Sparing.Order(List.of(A), Map.of()));
    }

    private static Sparing sparing(Hop... hops) {
        return new Sparing(hop -> Set.of(hops).contains(hop) ? Optional.of(WHY) : Optional.empty());
    }
}
