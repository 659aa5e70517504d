package dev.olp.app.command;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code olp cache}. */
@Command(
        name = "cache",
        description = "Show and clear the answers that are kept.",
        mixinStandardHelpOptions = true,
        exitCodeOnInvalidInput = ExitCode.USAGE,
        exitCodeOnExecutionException = ExitCode.FAILURE)
public final class CacheCommand implements Runnable {
    @Spec
    CommandSpec spec = CommandSpec.create();

    private CacheCommand() {}

    /** The command with its subcommands, to be added to the root. */
    public static CommandLine create(CommandContext context) {
        return new CommandLine(new CacheCommand())
                .addSubcommand(new CacheStatsCommand(context))
                .addSubcommand(new CacheClearCommand(context))
                .setOut(context.console().out())
                .setErr(context.console().err());
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Say which: stats or clear");
    }
}
