package dev.olp.app.command;

import dev.olp.config.ConfigException;
import dev.olp.config.Home;
import dev.olp.store.sqlite.SqliteAuditReader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code olp audit tail}. */
@Command(name = "tail", description = "Show the last rows, the newest last; with --json an object a line.")
final class AuditTailCommand extends HomeCommand {
    private static final int MOST = 10_000;

    @Option(names = "-n", paramLabel = "ROWS", description = "How many; 20 if not said.")
    private int rows = 20;

    @Mixin
    private Paging paging = new Paging();

    AuditTailCommand(CommandContext context) {
        super(context);
    }

    @Override
    Paging paging() {
        return paging;
    }

    @Override
    int run() throws ConfigException, UsageException {
        if (rows < 1 || rows > MOST) {
            throw new UsageException("-n: %d (expected: 1 to %d)".formatted(rows, MOST));
        }
        Home home = Home.open(context.environment());
        try (SqliteAuditReader reader = SqliteAuditReader.open(home.auditDatabase())) {
            AuditLines.print(context.console(), reader.latest(rows).reversed(), json);
        }
        return ExitCode.OK;
    }
}
