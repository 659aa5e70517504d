package dev.olp.tracing;

import dev.olp.audit.AuditRecord;
import dev.olp.audit.Outcome;
import dev.olp.http.InboundRequest;
import dev.olp.run.RunTrace;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a request's span says of it. */
final class RequestAttributes {
    private static final Pattern HOST =
            Pattern.compile("(\\[[0-9a-fA-F:.]{2,45}]|[A-Za-z0-9.-]{1,253})(?::(\\d{1,5}))?");
    private static final double MILLIS = 1000;

    private RequestAttributes() {}

    static Attributes of(InboundRequest request, AuditRecord row, RunTrace trace) {
        AttributesBuilder attributes = GenAi.chat(Attributes.builder())
                .put(GenAi.REQUEST_ID, row.requestId())
                .put(GenAi.METHOD, row.method())
                .put(GenAi.ROUTE, row.path())
                .put(GenAi.STATUS, (long) row.status());
        server(attributes, request.header("host"));
        String errorType = errorType(row);
        if (errorType != null) {
            attributes.put(GenAi.ERROR_TYPE, errorType);
        }
        // what was asked for is told only where it is a model: it could be anything, a key pasted in the wrong place
        // too
        if (row.chainId() != null) {
            attributes
                    .put(GenAi.REQUEST_MODEL, row.chainId())
                    .put(GenAi.REQUEST_STREAM, row.stream())
                    .put(GenAi.FALLBACK_HOPS, (long) row.hops());
        }
        if (row.cacheStatus() != null) {
            attributes.put(GenAi.CACHE_STATUS, row.cacheStatus());
        }
        if (row.provider() != null && row.servedModel() != null) {
            attributes.put(GenAi.PROVIDER, GenAi.provider(row.provider())).put(GenAi.RESPONSE_MODEL, row.servedModel());
            GenAi.usage(attributes, trace.usage(), trace.usageEstimated());
        }
        if (row.firstTokenMs() != null) {
            attributes.put(GenAi.TIME_TO_FIRST_CHUNK, row.firstTokenMs() / MILLIS);
        }
        trace.finishReason()
                .ifPresent(reason -> attributes.put(
                        GenAi.FINISH_REASONS, List.of(reason.name().toLowerCase(Locale.ROOT))));
        return attributes.build();
    }

    private static @Nullable String errorType(AuditRecord row) {
        return row.outcome() == Outcome.CLIENT_GONE ? "client_gone" : row.errorCode();
    }

    private static void server(AttributesBuilder attributes, @Nullable String host) {
        Matcher parts = HOST.matcher(host == null ? "" : host);
        if (parts.matches()) {
            attributes.put(GenAi.SERVER_ADDRESS, parts.group(1));
            if (parts.group(2) != null) {
                attributes.put(GenAi.SERVER_PORT, Long.parseLong(parts.group(2)));
            }
        }
    }
}
