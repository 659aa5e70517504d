package dev.olp.limits;

import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * What one key has instead of the defaults.
 *
 * @param amounts its own amounts, 1 or more; money in millionths of a dollar
 * @param lifted defaults that do not hold for it
 */
public record OwnLimits(Map<Limit, Long> amounts, Set<Limit> lifted) {
    /** The defaults hold as they are. */
    public static final OwnLimits NONE = new OwnLimits(Map.of(), Set.of());

    public OwnLimits {
        EnumMap<Limit, Long> copy = new EnumMap<>(Limit.class);
        copy.putAll(amounts);
        copy.forEach((limit, amount) -> {
            if (amount < 1) {
                throw new IllegalArgumentException("%s: %d (expected: 1 or more)".formatted(limit.spelled(), amount));
            }
        });
        EnumSet<Limit> without = EnumSet.noneOf(Limit.class);
        without.addAll(lifted);
        without.removeAll(copy.keySet());
        amounts = Collections.unmodifiableMap(copy);
        lifted = Collections.unmodifiableSet(without);
    }

    public boolean isEmpty() {
        return amounts.isEmpty() && lifted.isEmpty();
    }

    /** What holds for the key. */
    public Limits over(Limits defaults) {
        if (isEmpty()) {
            return defaults;
        }
        EnumMap<Limit, Long> all = new EnumMap<>(Limit.class);
        all.putAll(defaults.amounts());
        all.keySet().removeAll(lifted);
        all.putAll(amounts);
        return new Limits(all);
    }

    /** These with another amount. */
    public OwnLimits with(Limit limit, long amount) {
        EnumMap<Limit, Long> all = new EnumMap<>(Limit.class);
        all.putAll(amounts);
        all.put(limit, amount);
        return new OwnLimits(all, lifted);
    }

    /** These without that default. */
    public OwnLimits lifting(Limit limit) {
        OwnLimits rest = inheriting(limit);
        Set<Limit> all = EnumSet.of(limit);
        all.addAll(rest.lifted);
        return new OwnLimits(rest.amounts, all);
    }

    /** These, and for that limit the default again. */
    public OwnLimits inheriting(Limit limit) {
        EnumMap<Limit, Long> all = new EnumMap<>(Limit.class);
        all.putAll(amounts);
        all.remove(limit);
        EnumSet<Limit> without = EnumSet.noneOf(Limit.class);
        without.addAll(lifted);
        without.remove(limit);
        return new OwnLimits(all, without);
    }
}
