package dev.olp.endpoint;

import dev.olp.provider.Usage;
import dev.olp.registry.ModelEntry;
import dev.olp.registry.ModelRegistry;
import dev.olp.registry.Price;
import dev.olp.run.RunTrace;
import org.jspecify.annotations.Nullable;

/** What answers cost by the registry's prices. */
final class Costs {
    private final ModelRegistry registry;

    Costs(ModelRegistry registry) {
        this.registry = registry;
    }

    /** All that was tried for a request, in millionths of a US dollar; null where no price is known. */
    @Nullable
    Long micros(RunTrace trace) {
        Long sum = null;
        for (RunTrace.Attempted each : trace.attempts()) {
            Long cost = micros(each.hop().model(), each.meter().current());
            sum = cost == null ? sum : Long.valueOf(cost + (sum == null ? 0 : sum));
        }
        return sum;
    }

    /** Millionths of a US dollar; null where the model's price is not known. */
    @Nullable
    Long micros(String model, Usage usage) {
        Price price = registry.resolve(model).map(ModelEntry::price).orElse(null);
        return price == null ? null : Long.valueOf(price.micros(usage));
    }
}
