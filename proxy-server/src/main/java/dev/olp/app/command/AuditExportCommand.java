package dev.olp.app.command;

import dev.olp.config.ConfigException;
import dev.olp.config.Home;
import dev.olp.store.sqlite.SqliteAuditReader;
import picocli.CommandLine.Command;

/** {@code olp audit export}. */
@Command(name = "export", description = "Write all rows to standard output, the oldest first, a JSON object a line.")
final class AuditExportCommand extends HomeCommand {
    private static final int EVERY = 1_000;

    AuditExportCommand(CommandContext context) {
        super(context);
    }

    @Override
    int run() throws ConfigException {
        Home home = Home.open(context.environment());
        // rows on the same terminal show themselves
        boolean elsewhere = !context.console().terminals().out();
        try (SqliteAuditReader reader = SqliteAuditReader.open(home.auditDatabase());
                Progress progress = new Progress(context.console(), elsewhere, "rows written", EVERY)) {
            reader.each(row -> {
                context.console().line(AuditLines.json(row));
                progress.step();
            });
        }
        return ExitCode.OK;
    }
}
