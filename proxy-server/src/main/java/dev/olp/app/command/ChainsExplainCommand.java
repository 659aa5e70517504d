package dev.olp.app.command;

import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code olp chains explain}: {@code GET /v0/management/chains?model=}. */
@Command(name = "explain", description = "Say which hop would be tried for a model now, and why not the others.")
final class ChainsExplainCommand extends ServerCommand {
    @Parameters(paramLabel = "MODEL", description = "A model's id or alias.")
    private String model = "";

    @Option(names = "--key", paramLabel = "ID-OR-NAME", description = "For what this key may use.")
    private @Nullable String key;

    ChainsExplainCommand(CommandContext context) {
        super(context);
    }

    @Override
    int run(ServerDoor door) throws UsageException, CommandFailure {
        ObjectNode chain = door.get(ServerDoor.MANAGEMENT
                + "chains?model="
                + ServerDoor.escaped(model)
                + (key == null ? "" : "&key=" + ServerDoor.escaped(key)));
        if (json) {
            printJson(chain);
            return ExitCode.OK;
        }
        Table table = new Table("PROVIDER", "MODEL", "ACCOUNT", "NOW");
        for (JsonNode hop : chain.path("hops")) {
            table.row(
                    Shown.text(hop.path("provider")),
                    Shown.text(hop.path("model")),
                    Shown.text(hop.path("account")),
                    hop.path("usable").asBoolean() ? turn(hop) : obstacles(hop));
        }
        context.console()
                .line(Shown.text(chain.path("model"))
                        + (chain.path("configured").asBoolean()
                                ? ", from routing.chains"
                                : ", its own provider alone"));
        table.print(context.console());
        if (chain.path("next").isNull()) {
            context.console().note("nothing can be tried now");
        }
        return ExitCode.OK;
    }

    private static String turn(JsonNode hop) {
        JsonNode spared = hop.path("spared");
        String turn = hop.path("turn").asInt() == 1 ? "would be tried" : "would be tried after it";
        return spared.isNull() ? turn : turn + ", to be spared: " + Shown.text(spared.path("message"));
    }

    private static String obstacles(JsonNode hop) {
        return "no: "
                + hop.path("obstacles")
                        .valueStream()
                        .map(obstacle -> Shown.text(obstacle.path("message")))
                        .collect(Collectors.joining("; "));
    }
}
