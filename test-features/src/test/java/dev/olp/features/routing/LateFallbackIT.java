package dev.olp.features.routing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.AuditTable;
import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.SseReader;
import dev.olp.features.support.SseReader.Event;
import dev.olp.features.support.Streamed;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Streams that were kept alive while the first of two real CLIs had nothing to say, until the second one takes over. */
class LateFallbackIT {
    private static final String ANSWER = "Hello from the fake upstream. Unicode: é中😀 end.";

    @RegisterExtension
    static final OlpServer olp = Chained.chained(OlpServer.with())
            .set("/streaming/heartbeat_interval_ms", "100")
            .set("/providers/anthropic/first_output_timeout_ms", "2500")
            .server();

    /** S69: one head, one id and one answer, whoever gave it; the last comment says who. */
    @Test
    void theNextHopAnswersAndTheLastCommentNamesIt() throws Exception {
        Streamed answer =
                olp.stream(Bodies.stream(Chained.CLAUDE, "{{hang-headers|ok}}")).assertWellFormed();

        assertThat(answer.content()).isEqualTo(ANSWER);
        List<Event> events = answer.events();
        assertThat(events.getFirst()).isEqualTo(Event.comment("keep-alive"));
        JsonNode last = lastComment(events);
        assertThat(last.path("provider").asString()).isEqualTo("openai");
        assertThat(last.path("model").asString()).isEqualTo(Chained.CODEX);
        assertThat(last.path("fallback_hops").intValue()).isOne();
        AuditTable.Row row = new AuditTable(olp).of(answer.head().header("x-request-id"));
        assertThat(row.get("outcome")).isEqualTo("SUCCESS");
        assertThat(row.get("provider")).isEqualTo("openai");
        assertThat(row.get("tried_providers")).contains("anthropic");
        assertThat(row.number("hops")).isOne();
    }

    @Test
    void whereNobodyAnswersTheFaultStandsInTheStream() throws Exception {
        Streamed failed = olp.stream(Bodies.stream(Chained.CLAUDE, "{{hang-headers|500}}"));

        failed.assertFailed("provider_timeout");
        assertThat(failed.content()).isEmpty();
        assertThat(failed.events().getFirst().comment()).isTrue();
        AuditTable.Row row = new AuditTable(olp).of(failed.head().header("x-request-id"));
        assertThat(row.get("error_code")).isEqualTo("provider_timeout");
        assertThat(row.number("hops")).isOne();
    }

    private static JsonNode lastComment(List<SseReader.Event> events) {
        return JsonMapper.shared()
                .readTree(events.stream()
                        .filter(Event::comment)
                        .map(Event::text)
                        .filter(text -> text.startsWith("olp {"))
                        .reduce((_, later) -> later)
                        .orElseThrow()
                        .substring("olp ".length()));
    }
}
