package dev.olp.warm;

import dev.olp.isolation.contract.ExitStatus;
import dev.olp.provider.Dialogue;
import dev.olp.provider.DialogueEnd;
import dev.olp.provider.Step;
import java.util.function.LongSupplier;

/** A dialogue of which another thread can ask how long nothing was said, by either side. */
final class HeardDialogue implements Dialogue {
    private final Dialogue dialogue;
    private final LongSupplier ticker;
    private volatile long last;

    /** @param ticker nanoseconds, monotonic */
    HeardDialogue(Dialogue dialogue, LongSupplier ticker) {
        this.dialogue = dialogue;
        this.ticker = ticker;
        this.last = ticker.getAsLong();
    }

    /** Nanoseconds since the last line, or since it was made. */
    long silence() {
        return ticker.getAsLong() - last;
    }

    @Override
    public Step opening() {
        last = ticker.getAsLong();
        return dialogue.opening();
    }

    /** Whatever is written, but for the opening, answers a line. */
    @Override
    public Step accept(byte[] line) {
        last = ticker.getAsLong();
        return dialogue.accept(line);
    }

    @Override
    public DialogueEnd end(ExitStatus exit, String stderrTail) {
        return dialogue.end(exit, stderrTail);
    }

    @Override
    public int skipped() {
        return dialogue.skipped();
    }
}
