package dev.olp.app.command;

import dev.olp.config.ConfigException;
import dev.olp.config.ConfigPrinter;
import dev.olp.config.LoadedConfig;
import picocli.CommandLine.Command;

/** {@code olp config print}: what is in force, and where each value comes from. */
@Command(name = "print", description = "Print the configuration in force; what is not a default names its source.")
final class ConfigPrintCommand extends HomeCommand {
    ConfigPrintCommand(CommandContext context) {
        super(context);
    }

    @Override
    int run() throws ConfigException {
        LoadedConfig loaded = ConfigCommand.load(context);
        if (json) {
            printJson(ConfigPrinter.document(loaded));
        } else {
            context.console().line(ConfigPrinter.annotated(loaded).stripTrailing());
        }
        return ExitCode.OK;
    }
}
