package dev.olp.app.command;

/** How the command line ends. Part of its contract. */
public final class ExitCode {
    public static final int OK = 0;
    public static final int USAGE = 1;
    public static final int FAILURE = 2;
    public static final int AUTH = 3;

    private ExitCode() {}
}
