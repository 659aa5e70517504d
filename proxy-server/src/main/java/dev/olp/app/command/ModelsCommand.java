package dev.olp.app.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code olp models}: of OLP_API_KEY, where it is set, {@code GET /v1/models}; else what that list has of every model with
 * a hop that is switched on.
 */
@Command(name = "models", description = "List the models; with OLP_API_KEY those that this key may use.")
public final class ModelsCommand extends ServerCommand {
    @Mixin
    private Paging paging = new Paging();

    public ModelsCommand(CommandContext context) {
        super(context);
    }

    @Override
    Paging paging() {
        return paging;
    }

    @Override
    int run(ServerDoor door) throws UsageException, CommandFailure {
        ObjectNode models = showsKey() ? door.get("/v1/models") : ofChains(door.get(ServerDoor.MANAGEMENT + "chains"));
        if (json) {
            printJson(models);
            return ExitCode.OK;
        }
        Table table = new Table("MODEL", "PROVIDER");
        for (JsonNode model : models.path("data")) {
            table.row(Shown.text(model.path("id")), Shown.text(model.path("owned_by")));
        }
        table.print(context.console());
        return ExitCode.OK;
    }

    private static ObjectNode ofChains(ObjectNode chains) {
        ObjectNode models = KeysSubcommand.object().put("object", "list");
        ArrayNode data = models.putArray("data");
        for (JsonNode chain : chains.path("chains")) {
            if (chain.path("hops")
                    .valueStream()
                    .anyMatch(hop -> hop.path("enabled").asBoolean())) {
                data.addObject()
                        .put("id", chain.path("model").asString(""))
                        .put("object", "model")
                        .put("owned_by", chain.path("provider").asString(""));
            }
        }
        return models;
    }
}
