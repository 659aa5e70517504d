package dev.olp.app.command;

import dev.olp.audit.AuditPage;
import dev.olp.config.ConfigException;
import dev.olp.config.Home;
import dev.olp.management.AuditQuestion;
import dev.olp.store.sqlite.SqliteAuditReader;
import dev.olp.wire.ApiException;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code olp audit query}: the parameters of {@code GET /v0/management/audit}. */
@Command(name = "query", description = "Show the rows that fit, the newest first; with --json an object a line.")
final class AuditQueryCommand extends HomeCommand {
    private final Map<String, String> parameters = new LinkedHashMap<>();

    @Mixin
    private Paging paging = new Paging();

    AuditQueryCommand(CommandContext context) {
        super(context);
    }

    @Option(names = "--key", paramLabel = "ID", description = "Of this key.")
    void key(String id) {
        parameters.put("key", id);
    }

    @Option(names = "--outcome", paramLabel = "NAME", description = "success, client_error, provider_fault …")
    void outcome(String name) {
        parameters.put("outcome", name);
    }

    @Option(names = "--model", paramLabel = "ID", description = "Served by this model.")
    void model(String id) {
        parameters.put("model", id);
    }

    @Option(names = "--status", paramLabel = "CODE", description = "HTTP status.")
    void status(String code) {
        parameters.put("status", code);
    }

    @Option(names = "--from", paramLabel = "TIME", description = "Not before, e.g. 2026-11-30T12:00:00Z.")
    void from(String time) {
        parameters.put("from", time);
    }

    @Option(names = "--to", paramLabel = "TIME", description = "Before.")
    void to(String time) {
        parameters.put("to", time);
    }

    @Option(names = "--cursor", paramLabel = "NEXT", description = "Go on where a page ended.")
    void cursor(String next) {
        parameters.put("cursor", next);
    }

    @Option(names = "--limit", paramLabel = "ROWS", description = "Most rows; 100 if not said.")
    void limit(String rows) {
        parameters.put("limit", rows);
    }

    @Override
    Paging paging() {
        return paging;
    }

    @Override
    int run() throws ConfigException, UsageException {
        AuditQuestion question;
        try {
            question = AuditQuestion.read(parameters);
        } catch (ApiException e) {
            throw new UsageException("--" + e.error().param() + ": " + e.error().message());
        }
        Home home = Home.open(context.environment());
        try (SqliteAuditReader reader = SqliteAuditReader.open(home.auditDatabase())) {
            AuditPage page = reader.page(question.filter(), question.after(), question.limit());
            AuditLines.print(context.console(), page.rows(), json);
            if (page.next() != null) {
                context.console().note("there are more: --cursor " + page.next());
            }
        }
        return ExitCode.OK;
    }
}
