package dev.olp.warm;

import dev.olp.run.ProbedBinary;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Which binary a process of one provider may be started from ahead, and when. Not thread-safe. */
final class StartRule {
    private @Nullable ProbedBinary asked;
    private @Nullable ProbedBinary unsuitable;
    private boolean paused;
    private long pausedUntil;

    /** A request is to run with that binary: whatever was asked for before is out of date. */
    void asked(ProbedBinary binary) {
        asked = binary;
    }

    /** It takes no request late, so it is of no use to try again with it. */
    void unsuitable(ProbedBinary binary) {
        unsuitable = binary;
    }

    /** @param until monotonic, nanoseconds */
    void pause(long until) {
        paused = true;
        pausedUntil = until;
    }

    boolean allows(ProbedBinary binary, long now) {
        return binary.equals(asked) && !binary.equals(unsuitable) && (!paused || now - pausedUntil >= 0);
    }

    Optional<String> obstacle() {
        return Optional.ofNullable(unsuitable).map(late -> "version " + late.version() + " takes no request late");
    }
}
