package dev.olp.routing;

import dev.olp.provider.Fault;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Port: told how each hop that was tried ended, once, by {@link #met} or {@link #left}, on the thread that entered it.
 */
@FunctionalInterface
public interface HopOutcomes {
    /** @param fault null when it answered */
    void met(Hop hop, @Nullable Fault fault);

    /** The first of its answer is there; the end is told besides. */
    default void answering(Hop hop) {}

    /** It was given up before it came to anything: the client went, or the server stops. */
    default void left(Hop hop) {}

    /** All of them, in that order. */
    static HopOutcomes all(HopOutcomes... outcomes) {
        List<HopOutcomes> all = List.of(outcomes);
        return new HopOutcomes() {
            @Override
            public void met(Hop hop, @Nullable Fault fault) {
                all.forEach(each -> each.met(hop, fault));
            }

            @Override
            public void answering(Hop hop) {
                all.forEach(each -> each.answering(hop));
            }

            @Override
            public void left(Hop hop) {
                all.forEach(each -> each.left(hop));
            }
        };
    }
}
