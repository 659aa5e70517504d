package dev.olp.app.demo;

import dev.olp.audit.AuditRecord;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** What the demo tells at its end, for people or for programs. */
record DemoReport(
        DemoCli cli,
        DemoSession session,
        DemoAnswer answer,
        @Nullable AuditRecord audit) {
    boolean good() {
        return answer.whole() && audit != null;
    }

    /** One JSON object on one line. */
    String asJson(JsonMapper json, String curl) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("ok", good());
        object.put("cli", cli.binary().toString());
        object.put("cli_origin", cli.origin());
        object.put("stand_in", cli.standIn());
        object.put("endpoint", session.endpoint());
        object.put("upstream", session.upstreamUrl());
        object.put("status", answer.status());
        object.put("request_id", answer.requestId());
        object.put("answer", answer.text());
        object.put("deltas", answer.deltas());
        object.put("finish_reason", answer.finishReason());
        object.put("error", answer.error());
        object.put("audit", audit == null ? null : auditRow(audit));
        object.put("timings_ms", timings());
        object.put("curl", curl);
        return json.writeValueAsString(object);
    }

    /** The audit row as JSON and the timings, two lines. */
    String asText(JsonMapper json) {
        StringBuilder text = new StringBuilder(128);
        text.append("audit     ")
                .append(audit == null ? "no row was written" : json.writeValueAsString(auditRow(audit)));
        text.append('\n').append("timings  ");
        timings()
                .forEach((name, millis) -> text.append(' ')
                        .append(name.replace('_', ' '))
                        .append(' ')
                        .append(millis == null ? "-" : millis + " ms")
                        .append(name.equals("client_total") ? "" : ","));
        return text.toString();
    }

    private Map<String, @Nullable Long> timings() {
        Map<String, @Nullable Long> timings = new LinkedHashMap<>();
        timings.put("queue", audit == null ? null : audit.queueMs());
        timings.put("spawn", audit == null ? null : audit.spawnMs());
        timings.put("first_token", audit == null ? null : audit.firstTokenMs());
        timings.put("total", audit == null ? null : (Long) audit.latencyMs());
        timings.put("client_first_token", answer.firstTokenMs());
        timings.put("client_total", answer.totalMs());
        return timings;
    }

    private static Map<String, @Nullable Object> auditRow(AuditRecord row) {
        Map<String, @Nullable Object> line = new LinkedHashMap<>();
        line.put("request_id", row.requestId());
        line.put("at", row.at().toString());
        line.put("key", row.keyName());
        line.put("path", row.path());
        line.put("model", row.servedModel());
        line.put("provider", row.provider());
        line.put("outcome", row.outcome().toString());
        line.put("status", row.status());
        line.put("input_tokens", row.inputTokens());
        line.put("cached_tokens", row.cachedTokens());
        line.put("output_tokens", row.outputTokens());
        line.put("latency_ms", row.latencyMs());
        return line;
    }
}
