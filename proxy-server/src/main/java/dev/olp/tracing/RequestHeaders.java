package dev.olp.tracing;

import dev.olp.http.InboundRequest;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where a propagator finds the caller's trace. */
enum RequestHeaders implements TextMapGetter<InboundRequest> {
    GETTER;

    @Override
    public @Nullable String get(@Nullable InboundRequest request, String name) {
        return request == null ? null : request.header(name);
    }

    @Override
    public Iterator<String> getAll(@Nullable InboundRequest request, String name) {
        return request == null
                ? List.<String>of().iterator()
                : request.values(name).iterator();
    }
}
