package dev.olp.limits;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;

/**
 * Requests of the last minute by the second in which they began. A second counts until a whole minute after its end, so
 * that no 60 seconds, wherever they begin, hold more than the limit. Immutable.
 *
 * <p>A clock that went back takes the requests of its future into its present: they count for one more minute at most.
 */
public final class MinuteCount {
    /** 60 seconds, and the one that has begun. */
    private static final int SECONDS = 61;

    private static final int BYTES = Long.BYTES + SECONDS * Integer.BYTES;

    public static final MinuteCount EMPTY = new MinuteCount(0, new int[SECONDS]);

    private final long newest;
    private final int[] counts;

    private MinuteCount(long newest, int[] counts) {
        this.newest = newest;
        this.counts = counts;
    }

    /** What {@link #toBytes} made; empty for anything else. */
    public static MinuteCount of(byte[] bytes) {
        if (bytes.length != BYTES) {
            return EMPTY;
        }
        ByteBuffer in = ByteBuffer.wrap(bytes);
        long newest = in.getLong();
        int[] counts = new int[SECONDS];
        in.asIntBuffer().get(counts);
        return new MinuteCount(newest, counts);
    }

    public byte[] toBytes() {
        ByteBuffer out = ByteBuffer.allocate(BYTES).putLong(newest);
        out.asIntBuffer().put(counts);
        return out.array();
    }

    /** As it stands at that moment. */
    MinuteCount at(Instant now) {
        long second = now.getEpochSecond();
        if (second == newest) {
            return this;
        }
        int[] shifted = new int[SECONDS];
        for (int i = 0; i < SECONDS; i++) {
            long age = Math.max(0, second - (newest - i));
            if (age < SECONDS) {
                shifted[(int) age] += counts[i];
            }
        }
        return new MinuteCount(second, shifted);
    }

    long total() {
        long total = 0;
        for (int count : counts) {
            total += count;
        }
        return total;
    }

    MinuteCount plusOne() {
        int[] more = counts.clone();
        more[0]++;
        return new MinuteCount(newest, more);
    }

    /** Without one request that began in that second, if it still counts. */
    MinuteCount minusOne(long second) {
        long age = newest - second;
        if (age < 0 || age >= SECONDS || counts[(int) age] == 0) {
            return this;
        }
        int[] fewer = counts.clone();
        fewer[(int) age]--;
        return new MinuteCount(newest, fewer);
    }

    /** The second of a request that is counted now. */
    long second() {
        return newest;
    }

    /** When there are fewer requests than that again, if no more come. */
    Instant belowAt(long limit) {
        long left = total();
        for (int age = SECONDS - 1; age >= 0; age--) {
            left -= counts[age];
            if (left < limit && counts[age] > 0) {
                return Instant.ofEpochSecond(newest - age + SECONDS);
            }
        }
        return Instant.ofEpochSecond(newest);
    }

    /** When none counts any more; the present second when none does now. */
    Instant emptyAt() {
        for (int age = 0; age < SECONDS; age++) {
            if (counts[age] > 0) {
                return Instant.ofEpochSecond(newest - age + SECONDS);
            }
        }
        return Instant.ofEpochSecond(newest);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MinuteCount that && newest == that.newest && Arrays.equals(counts, that.counts);
    }

    @Override
    public int hashCode() {
        return 31 * Long.hashCode(newest) + Arrays.hashCode(counts);
    }
}
