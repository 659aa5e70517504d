package dev.olp.app.command;

import java.util.Map;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code olp cache stats}: {@code GET /cache/stats}. */
@Command(name = "stats", description = "Show what is kept, and how often it was of use.")
final class CacheStatsCommand extends ServerCommand {
    CacheStatsCommand(CommandContext context) {
        super(context);
    }

    @Override
    int run(ServerDoor door) throws UsageException, CommandFailure {
        ObjectNode stats = door.get("/cache/stats");
        if (json) {
            printJson(stats);
            return ExitCode.OK;
        }
        Table table = new Table("WHAT", "NOW OR SINCE THE START");
        for (Map.Entry<String, JsonNode> each : stats.properties()) {
            table.row(Shown.harmless(each.getKey()), Shown.text(each.getValue()));
        }
        table.print(context.console());
        return ExitCode.OK;
    }
}
