package dev.olp.app.command;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/** Where the command line writes: the only place with a print stream. */
public final class Console {
    private final PrintWriter out;
    private final PrintWriter err;

    public Console(PrintStream out, PrintStream err) {
        this.out = new PrintWriter(out, true, StandardCharsets.UTF_8);
        this.err = new PrintWriter(err, true, StandardCharsets.UTF_8);
    }

    /** A result, for people or programs. */
    public void line(String text) {
        out.println(text);
        out.flush();
    }

    /** What is not the result: a warning, a reason, a hint. */
    public void note(String text) {
        err.println(text);
        err.flush();
    }

    public PrintWriter out() {
        return out;
    }

    public PrintWriter err() {
        return err;
    }
}
