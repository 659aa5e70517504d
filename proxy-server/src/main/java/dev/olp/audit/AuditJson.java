package dev.olp.audit;

import dev.olp.audit.AuditRecord.Isolation;
import java.util.Locale;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** A row as JSON, every column in its place; what is not known is null. */
public final class AuditJson {
    private AuditJson() {}

    public static ObjectNode of(AuditRecord row) {
        Isolation isolation = row.isolation();
        ObjectNode node = JsonMapper.shared()
                .createObjectNode()
                .put("request_id", row.requestId())
                .put("at", row.at().toString())
                .put("key_id", row.keyId())
                .put("key_name", row.keyName())
                .put("tier", row.tier() == null ? null : row.tier().toLowerCase(Locale.ROOT))
                .put("method", row.method())
                .put("path", row.path())
                .put("requested_model", row.requestedModel())
                .put("served_model", row.servedModel())
                .put("provider", row.provider())
                .put("account", row.account())
                .put("outcome", row.outcome().name().toLowerCase(Locale.ROOT))
                .put("status", row.status())
                .put("error_code", row.errorCode())
                .put("latency_ms", row.latencyMs())
                .put("first_token_ms", row.firstTokenMs())
                .put("queue_ms", row.queueMs())
                .put("spawn_ms", row.spawnMs())
                .put("stream", row.stream())
                .put("cache_status", row.cacheStatus())
                .put("hops", row.hops())
                .put("tried_providers", row.triedProviders())
                .put("chain_id", row.chainId())
                .put("input_tokens", row.inputTokens())
                .put("cached_tokens", row.cachedTokens())
                .put("output_tokens", row.outputTokens())
                .put("reasoning_tokens", row.reasoningTokens())
                .put("usage_estimated", row.usageEstimated())
                .put("cost_micros", row.costMicros())
                .put("isolation_tier", isolation == null ? null : isolation.tier())
                .put("sandbox", isolation == null ? null : isolation.sandbox())
                .put("sandbox_profile", isolation == null ? null : isolation.profile())
                .put("user_hash", row.userHash())
                .put("request_hash", row.requestHash())
                .put("client_address", row.clientAddress());
        return node.set("decisions", decisions(row));
    }

    /** Text that is no JSON, which OLP never wrote, stays text. */
    private static JsonNode decisions(AuditRecord row) {
        String text = row.decisions();
        if (text == null) {
            return NullNode.instance;
        }
        try {
            return JsonMapper.shared().readTree(text);
        } catch (JacksonException e) {
            return StringNode.valueOf(text);
        }
    }
}
