package dev.olp.app.command;

import dev.olp.config.ConfigException;
import java.util.List;
import picocli.CommandLine.Command;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** {@code olp config reload}: the running server takes {@code config.json} as it is now. */
@Command(name = "reload", description = "Have the running server take the configuration as it is now.")
final class ConfigReloadCommand extends HomeCommand {
    ConfigReloadCommand(CommandContext context) {
        super(context);
    }

    @Override
    int run() throws ConfigException, UsageException, CommandFailure {
        try (ManagementDoor door = Doors.open(context)) {
            if (door.url().isEmpty()) {
                throw new CommandFailure(
                        ExitCode.FAILURE, "no server runs on this home; it reads the configuration when it starts");
            }
            ObjectNode answer =
                    door.call("POST", List.of("reload"), JsonMapper.shared().createObjectNode());
            if (json) {
                printJson(answer);
                return ExitCode.OK;
            }
            List<String> changed = answer.path("changed")
                    .valueStream()
                    .map(path -> path.asString(""))
                    .toList();
            context.console()
                    .line(changed.isEmpty() ? "Nothing has changed." : "Now in force: " + String.join(", ", changed));
            return ExitCode.OK;
        }
    }
}
