package dev.olp.app.command;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

/** {@code olp keys create}: makes a key and prints its token, once and never again. */
@Command(name = "create", description = "Make a key and print its token, once. A guest's, unless --owner is given.")
final class KeysCreateCommand extends KeysSubcommand {
    @ArgGroup
    @Nullable
    TierChoice tier;

    @Option(names = "--name", paramLabel = "NAME", description = "For people; the tier's name if left out.")
    @Nullable
    String name;

    @Option(
            names = "--advertise",
            description = {
                "Keep the token readable, so that GET /health tells it to the local network.",
                "A guest's only, with --providers or --models; see auth.advertise_anonymous_key."
            })
    boolean advertise;

    @Mixin
    TermsOptions terms = new TermsOptions();

    KeysCreateCommand(CommandContext context) {
        super(context);
    }

    /** One of the two. */
    static final class TierChoice {
        @Option(names = "--owner", description = "May do everything, management included.")
        boolean owner;

        @Option(names = "--guest", description = "May send requests.")
        boolean guest;
    }

    @Override
    int run(ManagementDoor door) throws UsageException, CommandFailure {
        String chosen = tier != null && tier.owner ? "owner" : "guest";
        ObjectNode body = object().put("name", name == null ? chosen : name).put("tier", chosen);
        if (advertise) {
            body.put("advertise", true);
        }
        terms.into(body, context.clock().instant());
        ObjectNode made = call(door, "POST", body);
        if (json) {
            printJson(made);
            return ExitCode.OK;
        }
        context.console().line(text(made, "token", ""));
        context.console()
                .note("The %s key \"%s\" (%s). %s"
                        .formatted(
                                text(made, "tier", ""),
                                text(made, "name", ""),
                                text(made, "id", ""),
                                advertise
                                        ? "Everybody on the local network can be told its token: it is kept readable."
                                        : "Keep the token: it is not stored and cannot be shown again."));
        return ExitCode.OK;
    }
}
