package dev.olp.gateway;

import java.time.Duration;

/**
 * What one run may spend at its upstream.
 *
 * @param requests requests, refused ones too
 * @param bytesUp request body bytes of all requests together
 * @param bytesDown response body bytes of all requests together
 * @param time from the opening; what still runs then is cut
 */
public record GatewayBudget(int requests, long bytesUp, long bytesDown, Duration time) {
    private static final int REQUESTS = 64;
    private static final long BYTES_UP = 32L << 20;
    /** What a child's standard output may hold, too. */
    private static final long BYTES_DOWN = 128L << 20;

    public GatewayBudget {
        if (requests < 1 || bytesUp < 1 || bytesDown < 1 || !time.isPositive()) {
            throw new IllegalArgumentException("a gateway budget of " + requests + " requests, " + bytesUp
                    + " bytes up, " + bytesDown + " bytes down, " + time + " (expected: each above zero)");
        }
    }

    /** 64 requests, 32 MiB up, 128 MiB down. */
    public static GatewayBudget lasting(Duration time) {
        return new GatewayBudget(REQUESTS, BYTES_UP, BYTES_DOWN, time);
    }
}
