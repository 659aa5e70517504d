package dev.olp.endpoint;

import dev.olp.provider.PlanWindow;
import dev.olp.provider.QuotaReading.Overage;
import dev.olp.quota.QuotaSource;
import dev.olp.quota.QuotaView;
import dev.olp.quota.SeenWindow;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An entry of {@code quota_v2}: {@code {provider, account, status, source, observed_at, utilization{"5h", "7d"},
 * reset{"5h", "7d", "overall", "overage"}, told_at{the same}, representative_claim, plan_status, overage, failure}}.
 * Utilization is a share, 0 to 1; whatever is not known is null.
 */
final class QuotaBody {
    private QuotaBody() {}

    static void list(ArrayNode list, List<QuotaView> views) {
        views.forEach(view -> describe(list.addObject(), view));
    }

    static void describe(ObjectNode node, QuotaView view) {
        QuotaSource source = view.source();
        node.put("provider", view.account().provider());
        node.put("account", view.account().account());
        node.put("status", view.status().label());
        node.put("source", source == null ? null : source.label());
        node.put("observed_at", Json.time(view.observedAt()));
        ObjectNode utilization = node.putObject("utilization");
        for (PlanWindow window : List.of(PlanWindow.FIVE_HOURS, PlanWindow.SEVEN_DAYS)) {
            SeenWindow seen = view.windows().get(window);
            utilization.put(window.label(), seen == null ? null : seen.told().utilization());
        }
        ObjectNode reset = node.putObject("reset");
        ObjectNode told = node.putObject("told_at");
        for (PlanWindow window : PlanWindow.values()) {
            SeenWindow seen = view.windows().get(window);
            reset.put(
                    window.label(), seen == null ? null : Json.time(seen.told().resetsAt()));
            told.put(window.label(), seen == null ? null : Json.time(seen.at()));
        }
        node.put("representative_claim", view.representativeClaim());
        SeenWindow overall = view.windows().get(PlanWindow.OVERALL);
        node.put("plan_status", overall == null ? null : overall.told().status());
        describe(node, view.overage());
        describe(node, view.failure());
    }

    private static void describe(ObjectNode node, @Nullable Overage overage) {
        if (overage == null) {
            node.putNull("overage");
        } else {
            node.putObject("overage").put("status", overage.status()).put("disabled_reason", overage.disabledReason());
        }
    }

    private static void describe(ObjectNode node, QuotaView.@Nullable Failure failure) {
        if (failure == null) {
            node.putNull("failure");
        } else {
            node.putObject("failure")
                    .put("code", failure.code())
                    .put("message", failure.message())
                    .put("at", Json.time(failure.at()));
        }
    }
}
