package dev.olp.app.command;

import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code olp providers}, {@code olp providers list}: {@code GET /v0/management/providers}. */
@Command(name = "providers", description = "Show the providers that are switched on, their CLIs and logins.")
public class ProvidersCommand extends ServerCommand {
    ProvidersCommand(CommandContext context) {
        super(context);
    }

    /** The command with its subcommands, to be added to the root. */
    public static CommandLine create(CommandContext context) {
        return new CommandLine(new ProvidersCommand(context))
                .addSubcommand(new Listing(context))
                .addSubcommand(new ProvidersSwitchCommand.Enable(context))
                .addSubcommand(new ProvidersSwitchCommand.Disable(context));
    }

    @Command(name = "list", description = "The same.")
    private static final class Listing extends ProvidersCommand {
        Listing(CommandContext context) {
            super(context);
        }
    }

    @Override
    final int run(ServerDoor door) throws UsageException, CommandFailure {
        ObjectNode document = door.get(ServerDoor.MANAGEMENT + "providers");
        if (json) {
            printJson(document);
            return ExitCode.OK;
        }
        JsonNode providers = document.path("providers");
        table(providers).print(context.console());
        Table logins = new Table("PROVIDER", "ACCOUNT", "LOGIN", "FROM", "KIND", "EXPIRES", "PROBLEM");
        for (Map.Entry<String, JsonNode> provider : providers.properties()) {
            for (Map.Entry<String, JsonNode> account :
                    provider.getValue().path("accounts").properties()) {
                JsonNode login = account.getValue();
                String problem = Shown.text(login.path("login_problem"), "");
                logins.row(
                        provider.getKey(),
                        account.getKey(),
                        Shown.text(login.path("login")),
                        Shown.text(login.path("login_source")),
                        Shown.text(login.path("login_kind")),
                        Shown.text(login.path("login_expires_at")),
                        problem.isEmpty() ? "" : problem + ": " + Shown.text(login.path("login_remedy")));
            }
        }
        logins.print(context.console());
        Plans.table(providers, context.clock().instant()).print(context.console());
        return ExitCode.OK;
    }

    /** @param providers by id, as {@code /health} describes them */
    static Table table(JsonNode providers) {
        Table table = new Table("PROVIDER", "CLI", "VERSION", "LOGIN", "RUNNING", "WAITING");
        providers
                .properties()
                .forEach(provider -> table.row(
                        provider.getKey(),
                        Shown.text(provider.getValue().path("state")),
                        Shown.text(provider.getValue().path("version")),
                        Shown.text(provider.getValue().path("login")),
                        Shown.text(provider.getValue().path("active")),
                        Shown.text(provider.getValue().path("queued"))));
        return table;
    }
}
