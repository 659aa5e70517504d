package dev.olp.management;

import dev.olp.auth.ApiKey;
import dev.olp.auth.KeyTerms;
import dev.olp.auth.Tier;
import java.time.Instant;
import java.util.List;

/** What a key must be whose token everybody on the local network is told: a guest's, narrow, the only one. */
final class Advertising {
    private Advertising() {}

    /** @throws IllegalArgumentException with the field and what is expected */
    static void check(Tier tier, KeyTerms terms, List<ApiKey> all, Instant now) {
        if (tier != Tier.GUEST) {
            throw new IllegalArgumentException("tier: owner (expected: guest, for a key that is advertised)");
        }
        checkNarrow(terms);
        if (all.stream().anyMatch(key -> key.advertisedToken() != null && key.isActive(now))) {
            throw new IllegalArgumentException(
                    "advertise: another valid key is advertised (expected: one at a time; revoke that one first)");
        }
    }

    static void checkNarrow(KeyTerms terms) {
        if (terms.scope().providers() == null && terms.scope().models() == null) {
            throw new IllegalArgumentException(
                    "providers: all of them (expected: names, or names in models, for a key that is advertised)");
        }
    }
}
