package dev.olp.tracing;

import dev.olp.routing.Hop;
import dev.olp.run.HopFailure;
import dev.olp.run.RunTrace;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;

/** What is said of a hop. */
final class HopAttributes {
    private static final double NANOS = 1e9;

    private HopAttributes() {}

    /** One that was tried. */
    static Attributes of(RunTrace.Attempted attempt) {
        AttributesBuilder attributes = of(attempt.hop());
        GenAi.usage(attributes, attempt.meter().current(), attempt.meter().estimated());
        attempt.queueNanos().ifPresent(nanos -> attributes.put(GenAi.QUEUE, nanos / NANOS));
        attempt.spawnNanos().ifPresent(nanos -> attributes.put(GenAi.SPAWN, nanos / NANOS));
        if (attempt.failedOf() != null) {
            attributes.put(GenAi.ERROR_TYPE, attempt.failedOf());
        }
        return attributes.build();
    }

    /** One that was passed over. */
    static Attributes of(HopFailure failure) {
        return of(failure.hop()).put(GenAi.ERROR_TYPE, failure.trigger()).build();
    }

    private static AttributesBuilder of(Hop hop) {
        return GenAi.chat(Attributes.builder())
                .put(GenAi.PROVIDER, GenAi.provider(hop.provider()))
                .put(GenAi.REQUEST_MODEL, hop.model())
                .put(GenAi.ACCOUNT, hop.account());
    }
}
