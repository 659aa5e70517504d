package dev.olp.app.command;

import java.time.Duration;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code olp status}: {@code GET /v0/management/status}. */
@Command(name = "status", description = "Show whether the server takes requests, what runs, and what failed lately.")
public final class StatusCommand extends ServerCommand {
    public StatusCommand(CommandContext context) {
        super(context);
    }

    @Override
    int run(ServerDoor door) throws UsageException, CommandFailure {
        ObjectNode status = door.get(ServerDoor.MANAGEMENT + "status");
        if (json) {
            printJson(status);
            return ExitCode.OK;
        }
        Console console = context.console();
        console.line("OLP %s at %s %s; up %s, since %s"
                .formatted(
                        Shown.text(status.path("version")),
                        door.url(),
                        status.path("draining").asBoolean() ? "is draining" : "takes requests",
                        span(status.path("uptime_ms").asLong()),
                        Shown.text(status.path("started_at"))));
        console.line("requests: %s ended, %s under way"
                .formatted(
                        Shown.text(status.at("/stats/total_requests")),
                        Shown.text(status.at("/stats/active_requests"))));
        ProvidersCommand.table(status.path("providers")).print(console);
        Table failures = new Table("FAILED AT", "STATUS", "CODE", "PROVIDER", "TOLD");
        for (JsonNode error : status.path("recent_errors")) {
            failures.row(
                    Shown.text(error.path("time")),
                    Shown.text(error.path("status_code")),
                    Shown.text(error.path("code")),
                    Shown.text(error.path("provider")),
                    Shown.text(error.path("message")));
        }
        failures.print(console);
        return ExitCode.OK;
    }

    /** In its two largest units. */
    static String span(long milliseconds) {
        Duration span = Duration.ofMillis(milliseconds);
        if (span.toDays() > 0) {
            return "%d d %d h".formatted(span.toDays(), span.toHoursPart());
        }
        return span.toHours() > 0
                ? "%d h %d min".formatted(span.toHours(), span.toMinutesPart())
                : "%d min %d s".formatted(span.toMinutes(), span.toSecondsPart());
    }
}
