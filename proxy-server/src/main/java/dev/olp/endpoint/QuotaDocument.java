package dev.olp.endpoint;

import java.time.Clock;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** {@code GET /v0/management/quota}: {@code {generated_at, quota_v2[]}}, an entry for each account of each provider. */
final class QuotaDocument implements OwnerEndpoint.Document {
    private final PlanReports plans;
    private final Clock clock;

    QuotaDocument(PlanReports plans, Clock clock) {
        this.plans = plans;
        this.clock = clock;
    }

    @Override
    public ObjectNode of(Map<String, String> parameters) {
        ObjectNode document = JsonMapper.shared().createObjectNode();
        document.put("generated_at", Json.time(clock.instant()));
        QuotaBody.list(document.putArray("quota_v2"), plans.all());
        return document;
    }
}
