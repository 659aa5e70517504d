package dev.olp.app.command;

import dev.olp.config.ConfigException;
import dev.olp.config.Home;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Command;

/** {@code olp config path}. */
@Command(name = "path", description = "Print where the configuration file is looked for.")
final class ConfigPathCommand extends HomeCommand {
    ConfigPathCommand(CommandContext context) {
        super(context);
    }

    @Override
    int run() throws ConfigException {
        Path file = Home.locate(context.environment()).configFile();
        if (json) {
            printJson(Map.of("path", file.toString(), "exists", Files.exists(file)));
        } else {
            context.console().line(file.toString());
        }
        return ExitCode.OK;
    }
}
