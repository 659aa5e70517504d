package dev.olp.endpoint;

import dev.olp.auth.Caller;
import dev.olp.limits.Limit;
import dev.olp.limits.Limit.Measure;
import dev.olp.limits.Standing;
import dev.olp.limits.Window;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The body of {@code /v1/usage}; docs/limits-of-a-key.md has its shape. */
final class UsageBody {
    private static final int MICRO = 6;

    private UsageBody() {}

    static ObjectNode of(Caller caller, Standing standing) {
        ObjectNode body = JsonMapper.shared().createObjectNode();
        body.put("object", "usage");
        body.putObject("key")
                .put("id", caller.keyId())
                .put("name", caller.name())
                .put("tier", caller.tier().name().toLowerCase(Locale.ROOT));
        body.put("at", standing.at().toString())
                .put("time_zone", standing.zone().getId());
        ObjectNode windows = body.putObject("windows");
        for (Window window : Window.values()) {
            describe(windows.putObject(window.spelled()), standing, window);
        }
        share(
                body.putObject("concurrent"),
                Measure.REQUESTS,
                standing.used(Limit.CONCURRENT),
                standing,
                Optional.of(Limit.CONCURRENT));
        return body;
    }

    private static void describe(ObjectNode node, Standing standing, Window window) {
        node.put("resets_at", standing.endOf(window).toString());
        for (Measure measure : Measure.values()) {
            if (measure == Measure.REQUESTS || window != Window.MINUTE) {
                share(
                        node.putObject(name(measure)),
                        measure,
                        standing.used(window, measure),
                        standing,
                        limit(window, measure));
            }
        }
    }

    private static void share(ObjectNode node, Measure measure, long used, Standing standing, Optional<Limit> limit) {
        put(node, "used", measure, OptionalLong.of(used));
        OptionalLong amount = limit.map(standing.limits()::of).orElse(OptionalLong.empty());
        put(node, "limit", measure, amount);
        put(
                node,
                "remaining",
                measure,
                amount.isEmpty() ? amount : OptionalLong.of(standing.remaining(limit.orElseThrow())));
    }

    private static void put(ObjectNode node, String field, Measure measure, OptionalLong amount) {
        if (amount.isEmpty()) {
            node.putNull(field);
        } else if (measure == Measure.MONEY) {
            node.put(field, BigDecimal.valueOf(amount.getAsLong(), MICRO));
        } else {
            node.put(field, amount.getAsLong());
        }
    }

    private static Optional<Limit> limit(Window window, Measure measure) {
        return Stream.of(Limit.values())
                .filter(limit -> limit.measure() == measure && limit.window().equals(Optional.of(window)))
                .findFirst();
    }

    private static String name(Measure measure) {
        return switch (measure) {
            case REQUESTS -> "requests";
            case TOKENS -> "tokens";
            case MONEY -> "usd";
        };
    }
}
