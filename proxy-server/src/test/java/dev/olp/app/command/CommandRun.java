package dev.olp.app.command;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine;

/**
 * What a command did.
 *
 * @param exit its exit code
 * @param out its standard output
 * @param err its standard error
 */
record CommandRun(int exit, String out, String err) {
    static final Instant NOW = Instant.parse("2026-11-29T10:00:00Z");

    static CommandRun of(
            Function<CommandContext, CommandLine> command, Map<String, String> environment, String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Console console = new Console(
                new PrintStream(out, true, StandardCharsets.UTF_8), new PrintStream(err, true, StandardCharsets.UTF_8));
        CommandContext context =
                new CommandContext(environment, console, Clock.fixed(NOW, ZoneOffset.UTC), new SecureRandom());
        int exit = command.apply(context).execute(arguments);
        return new CommandRun(exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }
}
