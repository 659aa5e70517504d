package dev.olp.isolation.posix;

/** The signals we send or heed. The numbers are the same on every Linux architecture that Java 25 runs on. */
public enum Signal {
    HANG_UP(1),
    INTERRUPT(2),
    TERMINATE(15),
    KILL(9);

    private final int number;

    Signal(int number) {
        this.number = number;
    }

    public int number() {
        return number;
    }
}
