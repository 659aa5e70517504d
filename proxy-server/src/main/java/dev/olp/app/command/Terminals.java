package dev.olp.app.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Which of a command's outputs somebody looks at.
 *
 * @param out standard output
 * @param err standard error
 */
public record Terminals(boolean out, boolean err) {
    public static final Terminals NONE = new Terminals(false, false);

    /** Those of this process. */
    public static Terminals ofThisProcess() {
        return new Terminals(isTerminal(1), isTerminal(2));
    }

    /** By the name of what is open there: asking the C library would cost a command more than all else that it does. */
    private static boolean isTerminal(int descriptor) {
        try {
            String name = Files.readSymbolicLink(Path.of("/proc/self/fd", Integer.toString(descriptor)))
                    .toString();
            return name.startsWith("/dev/pts/") || name.startsWith("/dev/tty") || name.equals("/dev/console");
        } catch (IOException e) {
            return false; // it is closed
        }
    }
}
