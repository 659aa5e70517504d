package dev.olp.routing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.routing.AccountLoad.Load;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LeastUsedTest {
    private static final String PROVIDER = "anthropic";
    private static final String MODEL = "claude-sonnet-4-6";
    private static final Load UNKNOWN = new Load(true, true, OptionalDouble.empty());

    private final Map<String, Load> loads = new HashMap<>();
    private final AtomicLong now = new AtomicLong();
    private final LastAccounts last = new LastAccounts(now::get);
    private final LeastUsed order = new LeastUsed(
            Map.of(PROVIDER, List.of("a", "b", "c")), hop -> loads.getOrDefault(hop.account(), UNKNOWN), last);

    @Test
    void theOneThatIsUsedLeastIsFirstAndUnknownIsInTheMiddle() {
        used("a", 0.9);
        used("c", 0.1);

        assertThat(order("key")).containsExactly("c", "b", "a");
    }

    @Test
    void whatIsSpentOrBusyComesLast() {
        used("a", 0.9);
        loads.put("b", new Load(false, true, OptionalDouble.of(0)));
        loads.put("c", new Load(true, false, OptionalDouble.of(0)));

        assertThat(order("key")).containsExactly("a", "c", "b");
    }

    @Test
    void aKeyStaysWithTheOneThatAnsweredItUntilThatIsMuchWorse() {
        used("a", 0.5);
        used("b", 0.45);
        used("c", 0.4);
        answered("key", "a");

        assertThat(order("key")).startsWith("a");
        assertThat(order("other")).startsWith("c");

        used("a", 0.4 + LeastUsed.MARGIN + 0.01);
        assertThat(order("key")).startsWith("c");
    }

    @Test
    void aKeyLeavesTheOneThatAnsweredItWhenThatIsSpentOrBusy() {
        answered("key", "a");
        loads.put("a", new Load(true, false, OptionalDouble.empty()));
        assertThat(order("key")).endsWith("a");

        loads.put("a", new Load(false, true, OptionalDouble.empty()));
        assertThat(order("key")).endsWith("a");
    }

    @Test
    void afterAnHourNoPromptIsWarm() {
        used("a", 0.5);
        used("b", 0.4);
        used("c", 0.6);
        answered("key", "a");
        now.addAndGet(Duration.ofMinutes(61).toNanos());

        assertThat(order("key")).startsWith("b");
    }

    @Test
    void keysSpreadOverLoginsOfWhichNothingIsKnownAndEachStays() {
        Set<String> first = new HashSet<>();
        for (int i = 0; i < 50; i++) {
            String key = "key-" + i;
            first.add(order(key).getFirst());
            assertThat(order(key)).isEqualTo(order(key)).containsExactlyInAnyOrder("a", "b", "c");
        }
        assertThat(first).containsExactlyInAnyOrder("a", "b", "c");
    }

    @Test
    void aProviderWithoutNamedLoginsHasTheDefault() {
        assertThat(order.of("openai", MODEL, "key")).containsExactly("default");
    }

    private List<String> order(String key) {
        return order.of(PROVIDER, MODEL, key);
    }

    private void used(String account, double share) {
        loads.put(account, new Load(true, true, OptionalDouble.of(share)));
    }

    private void answered(String key, String account) {
        last.answered(key, new Hop(PROVIDER, MODEL, account));
    }
}
