package dev.olp.config;

/** A value that never shows itself: not in a log, not in a message, not in a printed configuration. */
public record Secret(String value) {
    @Override
    public String toString() {
        return "***";
    }
}
