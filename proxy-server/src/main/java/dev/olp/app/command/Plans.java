package dev.olp.app.command;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** What is known of the plan behind each login, for people. */
final class Plans {
    private static final double PERCENT = 100;

    private Plans() {}

    /** @param providers by id, as {@code GET /v0/management/providers} describes them */
    static Table table(JsonNode providers, Instant now) {
        Table table = new Table("PROVIDER", "ACCOUNT", "PLAN", "WINDOW", "USED", "RESETS IN", "TOLD", "PROBLEM");
        for (Map.Entry<String, JsonNode> provider : providers.properties()) {
            for (Map.Entry<String, JsonNode> account :
                    provider.getValue().path("accounts").properties()) {
                rows(table, account.getValue().path("quota"), now);
            }
        }
        return table;
    }

    private static void rows(Table table, JsonNode quota, Instant now) {
        boolean first = true;
        for (Map.Entry<String, JsonNode> reset : quota.path("reset").properties()) {
            JsonNode used = quota.path("utilization").path(reset.getKey());
            if (reset.getValue().isString() || used.isNumber()) {
                row(table, quota, reset.getKey(), used, reset.getValue(), now, first);
                first = false;
            }
        }
        if (first) {
            row(table, quota, "", quota.path("none"), quota.path("none"), now, true);
        }
    }

    private static void row(
            Table table, JsonNode quota, String window, JsonNode used, JsonNode reset, Instant now, boolean first) {
        String told = quota.path("observed_at").isString() ? span(quota.path("observed_at"), now) + " ago" : "";
        table.row(
                Shown.text(quota.path("provider")),
                Shown.text(quota.path("account")),
                Shown.text(quota.path("status")),
                window,
                used.isNumber() ? "%d %%".formatted(Math.round(used.asDouble() * PERCENT)) : "unknown",
                reset.isString() ? span(reset, now) : "unknown",
                told,
                first ? Shown.text(quota.at("/failure/message"), "") : "");
    }

    /** Between now and a time, whichever comes first. */
    private static String span(JsonNode time, Instant now) {
        try {
            return StatusCommand.span(Duration.between(now, Instant.parse(time.stringValue()))
                    .abs()
                    .toMillis());
        } catch (DateTimeException e) {
            return time.stringValue(); // a newer server's: shown as it came
        }
    }
}
