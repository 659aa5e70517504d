package dev.olp.app.command;

import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code olp chains}, {@code olp chains show}: {@code GET /v0/management/chains}. */
@Command(name = "chains", description = "Show what is tried for each model, in order.")
public class ChainsCommand extends ServerCommand {
    @Mixin
    private Paging paging = new Paging();

    ChainsCommand(CommandContext context) {
        super(context);
    }

    /** The command with its subcommands, to be added to the root. */
    public static CommandLine create(CommandContext context) {
        return new CommandLine(new ChainsCommand(context))
                .addSubcommand(new Showing(context))
                .addSubcommand(new ChainsExplainCommand(context));
    }

    @Command(name = "show", description = "The same.")
    private static final class Showing extends ChainsCommand {
        Showing(CommandContext context) {
            super(context);
        }
    }

    @Override
    final Paging paging() {
        return paging;
    }

    @Override
    final int run(ServerDoor door) throws UsageException, CommandFailure {
        ObjectNode chains = door.get(ServerDoor.MANAGEMENT + "chains");
        if (json) {
            printJson(chains);
            return ExitCode.OK;
        }
        Table table = new Table("MODEL", "CONFIGURED", "HOPS");
        for (JsonNode chain : chains.path("chains")) {
            table.row(
                    Shown.text(chain.path("model")),
                    chain.path("configured").asBoolean() ? "yes" : "no",
                    chain.path("hops")
                            .valueStream()
                            .map(hop -> Shown.text(hop.path("provider")) + "/" + Shown.text(hop.path("model")))
                            .collect(Collectors.joining(", then ")));
        }
        table.print(context.console());
        return ExitCode.OK;
    }
}
