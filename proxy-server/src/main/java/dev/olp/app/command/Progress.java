package dev.olp.app.command;

import java.io.PrintWriter;

/** A line on standard error that says how far a command is; nothing where that is no terminal. */
final class Progress implements AutoCloseable {
    private static final String TO_LINE_START = "\r";
    private static final String REST_OF_LINE = "\u001b[K";

    private final PrintWriter err;
    private final boolean wanted;
    private final String what;
    private final int every;
    private long done;
    private boolean shown;

    /**
     * Begins at nothing.
     *
     * @param wanted whether it is to be shown, if it can be
     * @param what is counted, e.g. {@code rows checked}
     * @param every how many steps lie between two that are shown
     */
    Progress(Console console, boolean wanted, String what, int every) {
        this.err = console.err();
        this.wanted = wanted && console.terminals().err();
        this.what = what;
        this.every = every;
    }

    void step() {
        done++;
        if (wanted && done % every == 0) {
            err.print(TO_LINE_START + done + " " + what + REST_OF_LINE);
            err.flush();
            shown = true;
        }
    }

    /** Takes the line away. */
    @Override
    public void close() {
        if (shown) {
            err.print(TO_LINE_START + REST_OF_LINE);
            err.flush();
        }
    }
}
