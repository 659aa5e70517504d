package dev.olp.app;

import dev.olp.isolation.process.QuickIdentity;
import dev.olp.run.ProbedBinary;
import dev.olp.run.Proofs;
import dev.olp.run.ProviderRuntime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * What of a provider shapes its answers: the adapter, the upstream, the program that runs, and the file that it was made
 * from, so that an update of the CLI is noticed although every request is answered from the cache. Looked at once a second.
 */
final class AnswerShapes {
    private static final long GOOD_FOR = Duration.ofSeconds(1).toNanos();

    private final Map<String, ProviderRuntime> providers;
    private final Proofs proofs;
    private final LongSupplier ticker;
    private final Map<String, Seen> seen = new ConcurrentHashMap<>();

    private record Seen(String shape, long at) {}

    AnswerShapes(Map<String, ProviderRuntime> providers, Proofs proofs, LongSupplier ticker) {
        this.providers = Map.copyOf(providers);
        this.proofs = proofs;
        this.ticker = ticker;
    }

    /** Of the provider with that id; empty while its CLI is unknown. */
    Optional<String> of(String provider) {
        long now = ticker.getAsLong();
        Seen last = seen.get(provider);
        if (last != null && now - last.at < GOOD_FOR) {
            return Optional.of(last.shape);
        }
        Optional<String> shape = Optional.ofNullable(providers.get(provider)).flatMap(this::look);
        shape.ifPresent(found -> seen.put(provider, new Seen(found, now)));
        return shape;
    }

    private Optional<String> look(ProviderRuntime runtime) {
        ProbedBinary proven = proofs.standing(runtime.provider().id()).binary();
        ProbedBinary binary = proven == null ? runtime.inventory().known().orElse(null) : proven;
        if (binary == null) {
            return Optional.empty();
        }
        Path located = runtime.inventory().located().orElse(binary.path());
        return Optional.of(String.join(
                "\0",
                runtime.provider().adapterVersion(),
                String.valueOf(runtime.settings().upstream()),
                binary.version(),
                QuickIdentity.of(binary.path()),
                QuickIdentity.of(located)));
    }
}
