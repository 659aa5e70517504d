package dev.olp.isolation.posix;

/** Loads the native implementation, in a JVM of its own: ends with 0 when that worked, 3 when it was refused. */
final class PosixLoader {
    private static final int REFUSED = 3;

    private PosixLoader() {}

    public static void main(String[] args) {
        try {
            NativePosix.load().effectiveUserId();
        } catch (IllegalStateException refused) {
            System.exit(REFUSED);
        }
    }
}
