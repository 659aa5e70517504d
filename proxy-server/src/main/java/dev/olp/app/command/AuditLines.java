package dev.olp.app.command;

import dev.olp.audit.AuditJson;
import dev.olp.audit.AuditRecord;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
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
            if (!json) {
                decisions(row).forEach(console::line);
            }
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

    /** A line for each hop that something was decided of: {@code anthropic/claude-sonnet-4-6 (default): passed_over, window_spent, until …}. */
    private static Stream<String> decisions(AuditRecord row) {
        return AuditJson.of(row).path("decisions").valueStream().map(AuditLines::decision);
    }

    private static String decision(JsonNode each) {
        if (each.has("omitted")) {
            return "    and " + each.path("omitted").asInt() + " more";
        }
        String until = each.has("until") ? ", until " + Shown.text(each.path("until")) : "";
        return Stream.of("did", "why", "fault", "by")
                        .filter(each::has)
                        .map(name -> (name.equals("by") ? "login by " : "") + Shown.text(each.path(name)))
                        .collect(Collectors.joining(
                                ", ",
                                "    %s/%s (%s): "
                                        .formatted(
                                                Shown.text(each.path("provider")),
                                                Shown.text(each.path("model")),
                                                Shown.text(each.path("account"))),
                                ""))
                + until;
    }

    /** A model's name is whatever a client sent. */
    private static String shown(@Nullable String text) {
        return text == null ? "-" : Shown.harmless(text);
    }

    private static String line(String... parts) {
        return "%-24s %-36s %-16s %-22s %6s %-16s %8s %s".formatted((Object[]) parts);
    }
}
