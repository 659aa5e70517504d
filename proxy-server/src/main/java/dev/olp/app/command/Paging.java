package dev.olp.app.command;

import dev.olp.isolation.SandboxException;
import dev.olp.isolation.process.FedProgram;
import dev.olp.run.BinaryLocator;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/**
 * {@code --no-pager}, of a command whose output may be long. In a terminal it goes through {@code $PAGER}, else through
 * {@code less}, which is told to step aside where all fits on the screen.
 */
final class Paging {
    private static final String LESS = "less";
    private static final String LESS_OPTIONS = " -FRX";

    @Option(names = "--no-pager", description = "Print it all at once; so does PAGER=cat.")
    private boolean off;

    /** What a pager shows is closed with it. */
    interface Shown extends AutoCloseable {
        @Override
        void close();
    }

    /** Sends what the command prints through the pager, where one is wanted. */
    Shown begin(CommandContext context) {
        Optional<String> pager =
                off || !context.console().terminals().out() ? Optional.empty() : pager(context.environment());
        if (pager.isEmpty()) {
            return () -> {};
        }
        Console console = context.console();
        try {
            // as everything that reads PAGER does: it may hold options
            FedProgram program =
                    FedProgram.start(Path.of("/bin/sh"), List.of("-c", pager.get()), context.environment());
            console.divert(program.input());
            return () -> {
                program.close();
                console.undivert();
            };
        } catch (SandboxException e) {
            console.note("no pager: " + e.getMessage());
            return () -> {};
        }
    }

    /** Empty for none. */
    static Optional<String> pager(Map<String, String> environment) {
        String terminal = environment.getOrDefault("TERM", "");
        if (terminal.isEmpty() || terminal.equals("dumb")) {
            return Optional.empty();
        }
        String asked = environment.get("PAGER");
        if (asked != null) {
            return Optional.of(asked.strip()).filter(pager -> !pager.isEmpty() && !pager.equals("cat"));
        }
        return new BinaryLocator(environment.get("PATH")).find(null, LESS).map(_ -> LESS + LESS_OPTIONS);
    }
}
