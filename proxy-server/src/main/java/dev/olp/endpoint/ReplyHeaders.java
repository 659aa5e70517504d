package dev.olp.endpoint;

import dev.olp.routing.Hop;
import dev.olp.run.HopFailure;
import dev.olp.run.RunTrace;
import dev.olp.wire.ApiError;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** OLP's own headers, the same on every reply of the chat endpoints. */
final class ReplyHeaders {
    private ReplyHeaders() {}

    /** Headers as far as they are known now. */
    static Map<String, String> of(Ledger ledger, List<String> ignoredParameters) {
        RunTrace trace = ledger.trace();
        Map<String, String> headers = new LinkedHashMap<>();
        Hop hop = trace.current();
        if (hop != null) {
            headers.put("X-OLP-Provider-Used", hop.provider());
            headers.put("X-OLP-Model-Used", hop.model());
        }
        headers.put("X-OLP-Fallback-Hops", Integer.toString(trace.fallbackHops()));
        headers.put("X-OLP-Cache", ledger.cacheStatus().spelled());
        headers.put("X-OLP-Latency-Ms", Long.toString(ledger.elapsedMs()));
        headers.putAll(ledger.limits());
        ledger.fallbackDetail().ifPresent(detail -> headers.put("X-OLP-Fallback-Detail", detail));
        if (!ignoredParameters.isEmpty()) {
            headers.put("X-OLP-Ignored-Params", String.join(", ", ignoredParameters));
        }
        return headers;
    }

    /** The last comment of a stream whose head went out with a heartbeat, before its final values were known. */
    static String closingNote(Ledger ledger) {
        Hop hop = ledger.trace().current();
        return hop == null
                ? "olp {}"
                : "olp {\"provider\":\"%s\",\"model\":\"%s\",\"fallback_hops\":%d,\"latency_ms\":%d}"
                        .formatted(hop.provider(), hop.model(), ledger.trace().fallbackHops(), ledger.elapsedMs());
    }

    /** The error with our headers added; its own win. */
    static ApiError on(ApiError error, Ledger ledger, List<String> ignoredParameters) {
        Map<String, String> headers = of(ledger, ignoredParameters);
        List<HopFailure> failures = ledger.trace().failures();
        if (failures.size() > 1) {
            headers.put(
                    "X-OLP-Fallback-Exhausted",
                    failures.stream().map(failure -> failure.hop().provider()).collect(Collectors.joining(",")));
        }
        headers.putAll(error.headers());
        return new ApiError(error.status(), error.type(), error.code(), error.param(), error.message(), headers);
    }
}
