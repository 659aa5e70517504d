package dev.olp.endpoint;

import dev.olp.audit.Outcome;
import dev.olp.routing.Hop;
import dev.olp.routing.RoutePlan;
import dev.olp.run.HopFailure;
import dev.olp.run.RunTrace;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * What became of each hop and why, for the audit log: {@code [{provider, model, account, by, did, why, fault, until}]} in
 * ASCII of at most 2,048 bytes, without what is not known. Nobody's words are in it.
 */
final class Decisions {
    private static final int MOST_BYTES = 2048;
    /** Room for the note of what did not fit. */
    private static final int NOTE_BYTES = 24;

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    private final RoutePlan plan;
    private final StringBuilder text = new StringBuilder("[");
    private int omitted;

    private Decisions(RoutePlan plan) {
        this.plan = plan;
    }

    /** Null where there was nothing to decide: one hop, or an answer that was at hand. */
    static @Nullable String of(RoutePlan plan, RunTrace trace, Outcome outcome) {
        List<HopFailure> failures = trace.failures();
        return of(plan, failures, failures.isEmpty() && trace.isRecalled() ? null : trace.current(), outcome);
    }

    /** @param current the hop tried last, or whose answer it is; null for none */
    static @Nullable String of(RoutePlan plan, List<HopFailure> failures, @Nullable Hop current, Outcome outcome) {
        boolean alone = plan.hops().size() == 1
                && plan.leftOut().isEmpty()
                && plan.choices().isEmpty();
        if (failures.isEmpty() && (current == null || alone)) {
            return null;
        }
        Decisions all = new Decisions(plan);
        plan.leftOut().forEach(each -> all.add(all.entry(each.hop(), "left_out", each.why())));
        failures.forEach(all::add);
        if (current != null && (failures.isEmpty() || !failures.getLast().hop().equals(current))) {
            all.add(all.entry(current, outcome == Outcome.SUCCESS ? "answered" : "left", null));
        }
        return all.end();
    }

    private void add(HopFailure failure) {
        ObjectNode entry = entry(failure.hop(), failure.did().name().toLowerCase(Locale.ROOT), failure.trigger());
        if (failure.did() == HopFailure.Did.PASSED_OVER) {
            entry.put("fault", failure.fault().kind().name().toLowerCase(Locale.ROOT));
        }
        if (failure.until() != null) {
            entry.put("until", Json.time(failure.until()));
        }
        add(entry);
    }

    private ObjectNode entry(Hop hop, String did, @Nullable String why) {
        ObjectNode entry = JSON.createObjectNode()
                .put("provider", hop.provider())
                .put("model", hop.model())
                .put("account", hop.account());
        RoutePlan.Choice choice = plan.choices().get(hop);
        if (choice != null) {
            entry.put("by", choice.label());
        }
        entry.put("did", did);
        return why == null ? entry : entry.put("why", why);
    }

    private void add(ObjectNode entry) {
        String one = JSON.writeValueAsString(entry);
        if (omitted > 0 || text.length() + one.length() + NOTE_BYTES > MOST_BYTES) {
            omitted++;
            return;
        }
        text.append(text.length() > 1 ? "," : "").append(one);
    }

    private String end() {
        if (omitted > 0) {
            text.append(text.length() > 1 ? "," : "")
                    .append("{\"omitted\":")
                    .append(omitted)
                    .append('}');
        }
        return text.append(']').toString();
    }
}
