package dev.olp.management;

import dev.olp.auth.ApiKey;
import dev.olp.limits.Limit;
import dev.olp.limits.OwnLimits;
import dev.olp.wire.ApiException;
import dev.olp.wire.Shape;
import java.math.BigDecimal;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A key's own limits in JSON: a number, {@code "none"} where a default is lifted, {@code "default"} where it holds. */
final class LimitsDocument {
    private static final String NONE = "none";
    private static final String DEFAULT = "default";
    private static final String CLEAR = "clear";
    private static final BigDecimal MOST = BigDecimal.valueOf(1_000_000_000_000L);
    private static final int MICRO = 6;

    private LimitsDocument() {}

    static ObjectNode of(ApiKey key, OwnLimits own) {
        ObjectNode document = JsonMapper.shared().createObjectNode();
        document.put("id", key.id()).put("name", key.name());
        ObjectNode limits = document.putObject("limits");
        for (Limit limit : Limit.values()) {
            Long amount = own.amounts().get(limit);
            if (amount == null) {
                limits.put(limit.spelled(), own.lifted().contains(limit) ? NONE : DEFAULT);
            } else if (limit == Limit.USD_PER_MONTH) {
                BigDecimal dollars = BigDecimal.valueOf(amount, MICRO).stripTrailingZeros();
                limits.put(limit.spelled(), dollars.scale() < 0 ? dollars.setScale(0) : dollars);
            } else {
                limits.put(limit.spelled(), amount);
            }
        }
        return document;
    }

    /**
     * The limits that the body asks for. What it does not name stays; null is the default, as {@code "default"} is.
     *
     * @throws ApiException 400 with the field
     */
    static OwnLimits read(ObjectNode body, OwnLimits before) throws ApiException {
        Set<String> known = new TreeSet<>(Set.of(CLEAR));
        for (Limit limit : Limit.values()) {
            known.add(limit.spelled());
        }
        TermsReader.refuseUnknown(body, known);
        OwnLimits limits = Shape.flag(body, CLEAR, CLEAR) ? OwnLimits.NONE : before;
        for (Limit limit : Limit.values()) {
            JsonNode value = body.get(limit.spelled());
            if (value != null) {
                limits = changed(limits, limit, value);
            }
        }
        return limits;
    }

    private static OwnLimits changed(OwnLimits limits, Limit limit, JsonNode value) throws ApiException {
        if (value.isNull() || (value.isString() && value.stringValue().equals(DEFAULT))) {
            return limits.inheriting(limit);
        }
        if (value.isString() && value.stringValue().equals(NONE)) {
            return limits.lifting(limit);
        }
        int decimals = limit == Limit.USD_PER_MONTH ? MICRO : 0;
        if (value.isNumber() && isFinite(value)) {
            BigDecimal amount = value.decimalValue();
            if (amount.signum() > 0
                    && amount.compareTo(MOST) <= 0
                    && amount.stripTrailingZeros().scale() <= decimals) {
                return limits.with(limit, amount.movePointRight(decimals).longValueExact());
            }
        }
        throw Shape.bad(
                limit.spelled(),
                "must be a %s above 0, \"none\" or \"default\".".formatted(decimals == 0 ? "whole number" : "number"));
    }

    private static boolean isFinite(JsonNode value) {
        return !value.isFloatingPointNumber() || Double.isFinite(value.doubleValue());
    }
}
