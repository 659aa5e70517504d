package dev.olp.app.command;

import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code olp usage}: of all keys {@code GET /v0/management/usage}, of OLP_API_KEY {@code GET /v1/usage}. */
@Command(
        name = "usage",
        description = "Show what keys have used of their limits; with OLP_API_KEY what that key has used.")
public final class UsageCommand extends ServerCommand {
    @Option(names = "--all", description = "Of all keys, with an owner's key in OLP_API_KEY.")
    private boolean all;

    @Mixin
    private Paging paging = new Paging();

    public UsageCommand(CommandContext context) {
        super(context);
    }

    @Override
    Paging paging() {
        return paging;
    }

    @Override
    int run(ServerDoor door) throws UsageException, CommandFailure {
        boolean own = showsKey() && !all;
        ObjectNode document = door.get(own ? "/v1/usage" : ServerDoor.MANAGEMENT + "usage");
        if (json) {
            printJson(document);
            return ExitCode.OK;
        }
        Table table = new Table("KEY", "TIER", "MEASURE", "WINDOW", "USED", "LIMIT", "RESETS AT");
        List<JsonNode> usages =
                own ? List.of(document) : document.path("usage").valueStream().toList();
        usages.forEach(usage -> rows(table, usage));
        if (usages.isEmpty()) {
            context.console().note("There is no key yet: make the owner's with `olp keys create --owner`.");
        }
        table.print(context.console());
        return ExitCode.OK;
    }

    /** What is limited, and of what is not the month. */
    private static void rows(Table table, JsonNode usage) {
        for (Map.Entry<String, JsonNode> window : usage.path("windows").properties()) {
            for (Map.Entry<String, JsonNode> measure : window.getValue().properties()) {
                JsonNode share = measure.getValue();
                boolean limited = share.path("limit").isNumber();
                if (share.isObject() && (limited || window.getKey().equals("month"))) {
                    row(table, usage, measure.getKey(), window.getKey(), share, window.getValue());
                }
            }
        }
        row(table, usage, "requests", "at a time", usage.path("concurrent"), usage.path("none"));
    }

    private static void row(
            Table table, JsonNode usage, String measure, String window, JsonNode share, JsonNode resets) {
        table.row(
                Shown.text(usage.at("/key/name")),
                Shown.text(usage.at("/key/tier")),
                measure,
                window,
                Shown.text(share.path("used")),
                Shown.text(share.path("limit")),
                Shown.text(resets.path("resets_at"), ""));
    }
}
