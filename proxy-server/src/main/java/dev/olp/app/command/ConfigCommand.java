package dev.olp.app.command;

import dev.olp.config.ConfigException;
import dev.olp.config.ConfigLoader;
import dev.olp.config.Home;
import dev.olp.config.LoadedConfig;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code olp config}. */
@Command(
        name = "config",
        description = "Check and show the configuration.",
        mixinStandardHelpOptions = true,
        exitCodeOnInvalidInput = ExitCode.USAGE,
        exitCodeOnExecutionException = ExitCode.FAILURE)
public final class ConfigCommand implements Runnable {
    @Spec
    CommandSpec spec = CommandSpec.create();

    private ConfigCommand() {}

    /** The command with its subcommands, to be added to the root. */
    public static CommandLine create(CommandContext context) {
        return new CommandLine(new ConfigCommand())
                .addSubcommand(new ConfigCheckCommand(context))
                .addSubcommand(new ConfigPrintCommand(context))
                .addSubcommand(new ConfigPathCommand(context))
                .addSubcommand(new ConfigReloadCommand(context))
                .setOut(context.console().out())
                .setErr(context.console().err());
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Say which: check, print, path or reload");
    }

    /** Reads only: a home that does not exist is not made. */
    static LoadedConfig load(CommandContext context) throws ConfigException {
        return ConfigLoader.load(
                context.environment(), Home.locate(context.environment()).root());
    }
}
