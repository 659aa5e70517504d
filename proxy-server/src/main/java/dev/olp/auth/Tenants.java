package dev.olp.auth;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;

/**
 * How many callers there may be: the active keys, the owner's token and anonymous. Counted anew after a while, and for a
 * caller that was not counted; not for each request. Thread-safe.
 */
public final class Tenants {
    private static final Duration GOOD_FOR = Duration.ofSeconds(10);

    private final KeyStore keys;
    private final GateRules rules;
    private final Clock clock;
    private volatile Counted counted = new Counted(Set.of(), Instant.MIN);

    public Tenants(KeyStore keys, GateRules rules, Clock clock) {
        this.keys = keys;
        this.rules = rules;
        this.clock = clock;
    }

    /** Whether somebody else than this caller may come. */
    public boolean hasOthers(String keyId) {
        Instant now = clock.instant();
        Counted known = counted;
        if (!known.ids.contains(keyId) || known.at.plus(GOOD_FOR).isBefore(now)) {
            known = new Counted(count(now), now);
            counted = known;
        }
        return known.ids.stream().anyMatch(id -> !id.equals(keyId));
    }

    private Set<String> count(Instant now) {
        Set<String> ids = new HashSet<>();
        keys.list().stream().filter(key -> key.isActive(now)).map(ApiKey::id).forEach(ids::add);
        if (rules.ownerTokenHash().isPresent()) {
            ids.add(Caller.OWNER_TOKEN_ID);
        }
        if (rules.allowAnonymous()) {
            ids.add(Caller.ANONYMOUS_ID);
        }
        return ids;
    }

    private record Counted(Set<String> ids, Instant at) {}
}
