package dev.olp.app.command;

import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where the command line writes: the only place with a print stream. Belongs to one thread. */
public final class Console {
    private final PrintWriter out;
    private final PrintWriter err;
    private final Terminals terminals;
    private final List<String> held = new ArrayList<>();
    private @Nullable PrintWriter pager;

    /** Where nobody looks on: both are files, pipes or memory. */
    public Console(PrintStream out, PrintStream err) {
        this(out, err, Terminals.NONE);
    }

    public Console(PrintStream out, PrintStream err, Terminals terminals) {
        this.out = new PrintWriter(out, true, StandardCharsets.UTF_8);
        this.err = new PrintWriter(err, true, StandardCharsets.UTF_8);
        this.terminals = terminals;
    }

    /** A result, for people or programs. */
    public void line(String text) {
        PrintWriter to = pager == null ? out : pager;
        to.println(text);
        to.flush();
    }

    /** What is not the result: a warning, a reason, a hint. While results go to a pager it waits until that has ended. */
    public void note(String text) {
        if (pager != null) {
            held.add(text);
            return;
        }
        err.println(text);
        err.flush();
    }

    /** Results go there until {@link #undivert}. */
    void divert(OutputStream to) {
        pager = new PrintWriter(to, false, StandardCharsets.UTF_8);
    }

    void undivert() {
        pager = null;
        held.forEach(this::note);
        held.clear();
    }

    Terminals terminals() {
        return terminals;
    }

    public PrintWriter out() {
        return out;
    }

    public PrintWriter err() {
        return err;
    }
}
