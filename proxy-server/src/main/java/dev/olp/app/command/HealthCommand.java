package dev.olp.app.command;

import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code olp health}: {@code GET /health}, which the management API has for commands without a key. */
@Command(name = "health", description = "Show how providers, sandbox and audit log do.")
public final class HealthCommand extends ServerCommand {
    public HealthCommand(CommandContext context) {
        super(context);
    }

    @Override
    int run(ServerDoor door) throws UsageException, CommandFailure {
        ObjectNode health = door.get(showsKey() ? "/health" : ServerDoor.MANAGEMENT + "health");
        if (json) {
            printJson(health);
            return ExitCode.OK;
        }
        Console console = context.console();
        console.line("OLP %s at %s is up".formatted(Shown.text(health.path("version")), door.url()));
        if (!health.has("providers")) {
            console.note("the rest is told to an owner's key");
            return ExitCode.OK;
        }
        ProvidersCommand.table(health.path("providers")).print(console);
        sandbox(health.path("sandbox"));
        JsonNode audit = health.path("audit");
        console.line("audit log: %s; %s rows waiting, %s lost"
                .formatted(
                        audit.path("ok").asBoolean() ? "ok" : "failing: " + Shown.text(audit.path("failing")),
                        Shown.text(audit.path("waiting_rows")),
                        Shown.text(audit.path("lost_rows"))));
        return ExitCode.OK;
    }

    private void sandbox(JsonNode sandbox) {
        Console console = context.console();
        Table table = new Table("PROVIDER", "SANDBOX", "PROVEN", "PROTECTION", "REASON");
        sandbox.path("providers")
                .properties()
                .forEach(provider -> table.row(
                        provider.getKey(),
                        Shown.text(provider.getValue().path("state")),
                        provider.getValue().path("proven").asBoolean() ? "yes" : "no",
                        Shown.text(provider.getValue().path("cross_tenant_read_protection")),
                        Shown.text(provider.getValue().path("reason"), "")));
        table.print(console);
        JsonNode test = sandbox.path("self_test");
        console.line("sandbox: "
                + Shown.text(sandbox.path("posture"))
                + (test.isMissingNode()
                        ? ""
                        : "; self-test: %s passed, %d failed, %d skipped"
                                .formatted(
                                        Shown.text(test.path("passed")),
                                        test.path("failed").size(),
                                        test.path("skipped").size())));
        test.path("failed").forEach(failed -> console.line("  failed: " + Shown.text(failed)));
        sandbox.path("remedy").forEach(remedy -> console.line("  to do: " + Shown.text(remedy)));
    }
}
