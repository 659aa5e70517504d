package dev.olp.app;

import dev.olp.config.LoadedConfig;
import dev.olp.http.InboundRequest;
import dev.olp.http.RequestHandler;
import dev.olp.http.ResponseSink;
import dev.olp.run.ProviderRuntime;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The configuration in force, with all that was made of it. Replaced whole. */
final class CurrentServing implements RequestHandler {
    private final LoadedConfig first;
    private final AtomicReference<@Nullable Serving> serving = new AtomicReference<>();

    /** @param first in force from the beginning, before anything was made of it */
    CurrentServing(LoadedConfig first) {
        this.first = first;
    }

    void replace(Serving next) {
        serving.set(next);
    }

    Optional<Serving> get() {
        return Optional.ofNullable(serving.get());
    }

    LoadedConfig loaded() {
        return get().map(Serving::loaded).orElse(first);
    }

    Map<String, ProviderRuntime> providers() {
        return get().map(Serving::providers).orElse(Map.of());
    }

    @Override
    public void handle(InboundRequest request, ResponseSink sink) throws Exception {
        get().orElseThrow(() -> new IllegalStateException("the door opened too early"))
                .handler()
                .handle(request, sink);
    }
}
