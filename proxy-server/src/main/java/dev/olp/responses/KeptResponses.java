package dev.olp.responses;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The newest responses of each tenant, for a while. Where there is no room the oldest goes: first of the tenant's own, then of
 * all. Any thread.
 */
public final class KeptResponses {
    /** After this a response is gone, however often it was asked for. */
    public static final Duration AGE = Duration.ofHours(24);
    /** One tenant's part of the room. */
    private static final int SHARE_OF_A_TENANT = 4;

    private record Entry(KeptResponse response, Instant since) {}

    private final long room;
    private final InstantSource clock;
    /** By id, the oldest first. */
    private final Map<String, Entry> kept = new LinkedHashMap<>();

    private final Map<String, Long> weights = new HashMap<>();
    private long weight;

    /** @param room bytes */
    public KeptResponses(long room, InstantSource clock) {
        this.room = room;
        this.clock = clock;
    }

    /** Whether one with as many bytes could be kept. */
    public boolean holds(long bytes) {
        return bytes <= room / SHARE_OF_A_TENANT;
    }

    /** Keeps one; no-one can do so where it alone is more than its tenant's part. */
    public synchronized void keep(String id, KeptResponse response) {
        dropOld();
        if (!holds(response.weight())) {
            return;
        }
        kept.put(id, new Entry(response, clock.instant()));
        add(response.tenant(), response.weight());
        makeRoom(response.tenant());
    }

    /** One of the tenant's own. */
    public synchronized Optional<KeptResponse> find(String id, String tenant) {
        dropOld();
        Entry entry = kept.get(id);
        return entry == null || !entry.response.tenant().equals(tenant)
                ? Optional.empty()
                : Optional.of(entry.response);
    }

    /** Whether there was such a one of the tenant's own. */
    public synchronized boolean forget(String id, String tenant) {
        Optional<KeptResponse> found = find(id, tenant);
        found.ifPresent(response -> {
            kept.remove(id);
            add(tenant, -response.weight());
        });
        return found.isPresent();
    }

    /** All of a tenant's. */
    public synchronized void forgetAll(String tenant) {
        dropFirst(tenant, 0);
    }

    private void makeRoom(String tenant) {
        dropFirst(tenant, room / SHARE_OF_A_TENANT);
        Iterator<Entry> oldest = kept.values().iterator();
        while (weight > room) {
            remove(oldest, oldest.next());
        }
    }

    private void dropFirst(String tenant, long most) {
        Iterator<Entry> oldest = kept.values().iterator();
        while (weights.getOrDefault(tenant, 0L) > most) {
            Entry entry = oldest.next();
            if (entry.response.tenant().equals(tenant)) {
                remove(oldest, entry);
            }
        }
    }

    private void dropOld() {
        Instant oldestAllowed = clock.instant().minus(AGE);
        Iterator<Entry> oldest = kept.values().iterator();
        while (oldest.hasNext()) {
            Entry entry = oldest.next();
            if (entry.since.isAfter(oldestAllowed)) {
                return;
            }
            remove(oldest, entry);
        }
    }

    private void remove(Iterator<Entry> at, Entry entry) {
        at.remove();
        add(entry.response.tenant(), -entry.response.weight());
    }

    private void add(String tenant, long more) {
        weight += more;
        long now = weights.getOrDefault(tenant, 0L) + more;
        if (now == 0) {
            weights.remove(tenant);
        } else {
            weights.put(tenant, now);
        }
    }
}
