package dev.olp.store.sqlite;

import dev.olp.store.StoreException;
import java.sql.PreparedStatement;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Uses of keys, noted in memory and written together, at most every {@link #INTERVAL}. */
final class KeyTouches {
    private static final Logger log = LoggerFactory.getLogger(KeyTouches.class);

    /** How stale {@code last_used_at} may be on disk. */
    static final Duration INTERVAL = Duration.ofSeconds(60);

    private final SqliteDatabase database;
    private final Map<String, Instant> touched = new ConcurrentHashMap<>();
    private final AtomicLong writtenAt = new AtomicLong(Long.MIN_VALUE);

    KeyTouches(SqliteDatabase database) {
        this.database = database;
    }

    void add(String id, Instant now) {
        touched.merge(id, now, (before, after) -> after.isAfter(before) ? after : before);
        long due = writtenAt.get();
        long at = now.toEpochMilli();
        if (due == Long.MIN_VALUE) {
            writtenAt.compareAndSet(due, at);
        } else if (Math.abs(at - due) >= INTERVAL.toMillis() && writtenAt.compareAndSet(due, at)) {
            try {
                write();
            } catch (StoreException e) {
                // the batch is kept for the next time; whoever just proved who he is must not suffer for it
                log.atWarn().addKeyValue("cause", e.getMessage()).log("last uses could not be noted");
            }
        }
    }

    void write() {
        if (touched.isEmpty()) {
            return;
        }
        Map<String, Instant> batch = Map.copyOf(touched);
        database.write(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(
                    "UPDATE api_key SET last_used_at = max(ifnull(last_used_at, 0), ?) WHERE id = ? AND erased_at IS NULL")) {
                for (Map.Entry<String, Instant> use : batch.entrySet()) {
                    statement.setLong(1, use.getValue().toEpochMilli());
                    statement.setString(2, use.getKey());
                    statement.addBatch();
                }
                return statement.executeBatch();
            }
        });
        batch.forEach(touched::remove);
    }
}
