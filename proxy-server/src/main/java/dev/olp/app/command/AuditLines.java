package dev.olp.app.command;

import dev.olp.audit.AuditJson;
import dev.olp.audit.AuditRecord;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Audit rows for a terminal, a line each, or for programs, a JSON object a line. */
final class AuditLines {
    private AuditLines() {}

    static void print(Console console, List<AuditRecord> rows, boolean json) {
        if (!json && !rows.isEmpty()) {
            console.line(line("AT", "REQUEST", "KEY", "MODEL", "STATUS", "OUTCOME", "MS", "TOKENS"));
        }
        for (AuditRecord row : rows) {
            console.line(json ? json(row) : text(row));
        }
    }

    static String json(AuditRecord row) {
        return JsonMapper.shared().writeValueAsString(AuditJson.of(row));
    }

    private static String text(AuditRecord row) {
        return line(
                row.at().toString(),
                row.requestId(),
                shown(row.keyName() == null ? row.keyId() : row.keyName()),
                shown(row.servedModel() == null ? row.requestedModel() : row.servedModel()),
                Integer.toString(row.status()),
                row.outcome().name(),
                Long.toString(row.latencyMs()),
                row.inputTokens() + "+" + row.outputTokens());
    }

    /** A model's name is whatever a client sent. */
    private static String shown(@Nullable String text) {
        return text == null ? "-" : Shown.harmless(text);
    }

    private static String line(String... parts) {
        return "%-24s %-36s %-16s %-22s %6s %-16s %8s %s".formatted((Object[]) parts);
    }
}
