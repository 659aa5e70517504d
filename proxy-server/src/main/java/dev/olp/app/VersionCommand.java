package dev.olp.app;

import dev.olp.app.command.Console;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code olp version}. */
@Command(name = "version", description = "Prints OLP's version and that of the Java it runs on.")
final class VersionCommand implements Callable<Integer> {
    private final Console console;

    VersionCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        console.line("olp " + Version.current() + " (Java " + Runtime.version() + ")");
        return 0;
    }
}
