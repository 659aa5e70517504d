package dev.olp.app.command;

import dev.olp.limits.Limit;
import dev.olp.limits.OwnLimits;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A key's own limits as the command line reads and shows them: a number, {@code none} or {@code default}. */
final class LimitTexts {
    private static final String NONE = "none";
    private static final String DEFAULT = "default";
    private static final BigDecimal MOST = BigDecimal.valueOf(1_000_000_000_000L);
    private static final int MICRO = 6;

    private LimitTexts() {}

    /** @throws UsageException for what is none of the three */
    static OwnLimits changed(OwnLimits limits, Map<Limit, String> wishes) throws UsageException {
        OwnLimits changed = limits;
        for (Map.Entry<Limit, String> wish : wishes.entrySet()) {
            Limit limit = wish.getKey();
            changed = switch (wish.getValue()) {
                case NONE -> changed.lifting(limit);
                case DEFAULT -> changed.inheriting(limit);
                default -> changed.with(limit, amount(limit, wish.getValue()));
            };
        }
        return changed;
    }

    static String text(OwnLimits limits, Limit limit) {
        Long amount = limits.amounts().get(limit);
        if (amount == null) {
            return limits.lifted().contains(limit) ? NONE : DEFAULT;
        }
        return number(limit, amount).toPlainString();
    }

    /** By name; {@code "default"} and {@code "none"} as texts. */
    static Map<String, @Nullable Object> json(OwnLimits limits) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        for (Limit limit : Limit.values()) {
            Long amount = limits.amounts().get(limit);
            map.put(limit.spelled(), amount == null ? text(limits, limit) : number(limit, amount));
        }
        return map;
    }

    private static long amount(Limit limit, String text) throws UsageException {
        String option = "--" + limit.spelled().replace('_', '-');
        int decimals = limit == Limit.USD_PER_MONTH ? MICRO : 0;
        try {
            BigDecimal value = new BigDecimal(text);
            if (value.signum() > 0
                    && value.compareTo(MOST) <= 0
                    && value.stripTrailingZeros().scale() <= decimals) {
                return value.movePointRight(decimals).longValueExact();
            }
        } catch (NumberFormatException notOne) {
            // falls through to the one message for all that is no amount
        }
        throw new UsageException("%s: %s (expected: a %s above 0, \"none\" or \"default\")"
                .formatted(option, text, decimals == 0 ? "whole number" : "number"));
    }

    private static BigDecimal number(Limit limit, long amount) {
        BigDecimal value = BigDecimal.valueOf(amount, limit == Limit.USD_PER_MONTH ? MICRO : 0);
        return value.signum() == 0
                ? value
                : new BigDecimal(value.stripTrailingZeros().toPlainString());
    }
}
