package dev.olp.endpoint;

import dev.olp.run.HopFailure;
import dev.olp.wire.ApiError;
import dev.olp.wire.FaultErrors;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code X-OLP-Fallback-Detail}: what each hop failed of or was passed over for, as a JSON array in ASCII of at most 4,096 bytes.
 * Only what a client may be told anyway, never a provider's own words.
 */
final class FallbackDetail {
    private static final int MOST_BYTES = 4096;
    private static final int MOST_MESSAGE = 200;
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    private FallbackDetail() {}

    static String of(List<HopFailure> failures, Instant now) {
        ArrayNode all = JSON.createArrayNode();
        for (int i = 0; i < failures.size(); i++) {
            all.add(entry(i, failures.get(i), now));
        }
        String whole = JSON.writeValueAsString(all);
        for (int omitted = 1; whole.length() > MOST_BYTES; omitted++) {
            if (omitted > 1) {
                all.remove(all.size() - 1);
            }
            all.remove(all.size() - 1);
            all.addObject().put("truncated", true).put("omitted_hops", omitted);
            whole = JSON.writeValueAsString(all);
        }
        return whole;
    }

    /** The hops that were tried and failed, as {@code provider/model,…} for the audit log; null for none. */
    static @Nullable String tried(List<HopFailure> failures) {
        String tried = failures.stream()
                .filter(HopFailure::tried)
                .map(HopFailure::hop)
                .map(hop -> hop.provider() + "/" + hop.model())
                .collect(Collectors.joining(","));
        return tried.isEmpty() ? null : tried;
    }

    private static ObjectNode entry(int hop, HopFailure failure, Instant now) {
        ApiError error = FaultErrors.of(failure.fault(), failure.hop().provider(), now);
        String message = error.message();
        return JSON.createObjectNode()
                .put("hop", hop)
                .put("provider", failure.hop().provider())
                .put("model", failure.hop().model())
                .put("code", error.code())
                .put("trigger_type", failure.trigger())
                .put("error_message", message.length() > MOST_MESSAGE ? message.substring(0, MOST_MESSAGE) : message);
    }
}
