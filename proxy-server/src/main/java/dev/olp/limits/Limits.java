package dev.olp.limits;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Limits in force.
 *
 * @param amounts what is not in it is unlimited; money in millionths of a dollar
 */
public record Limits(Map<Limit, Long> amounts) {
    public static final Limits NONE = new Limits(Map.of());

    public Limits {
        EnumMap<Limit, Long> copy = new EnumMap<>(Limit.class);
        copy.putAll(amounts);
        amounts = Collections.unmodifiableMap(copy);
    }

    public OptionalLong of(Limit limit) {
        Long amount = amounts.get(limit);
        return amount == null ? OptionalLong.empty() : OptionalLong.of(amount);
    }

    /** These with one more or another. */
    public Limits with(Limit limit, long amount) {
        EnumMap<Limit, Long> all = new EnumMap<>(Limit.class);
        all.putAll(amounts);
        all.put(limit, amount);
        return new Limits(all);
    }
}
