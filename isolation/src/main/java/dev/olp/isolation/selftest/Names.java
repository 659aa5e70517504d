package dev.olp.isolation.selftest;

import java.util.HexFormat;
import java.util.random.RandomGenerator;

/** Names and secrets of canaries, which nobody can foresee. */
record Names(RandomGenerator random) {
    private static final int BYTES = 8;

    String next() {
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        return "olp-canary-" + HexFormat.of().formatHex(bytes);
    }
}
