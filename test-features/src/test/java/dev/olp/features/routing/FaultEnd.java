package dev.olp.features.routing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.AuditTable;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.Refusal;
import dev.olp.features.support.Reply;
import dev.olp.features.support.SseReader;
import dev.olp.features.support.Streamed;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Holds that a request ended as its line of a table says: status, body, headers, audit row, breaker and quota. */
final class FaultEnd {
    private FaultEnd() {}

    /**
     * Holds it.
     *
     * @param faulty the provider that has the fault
     * @param answer of whoever answers well
     */
    static void assertIs(OlpServer olp, FaultLine line, Reply reply, String faulty, String answer) throws IOException {
        assertThat(reply.status()).as(reply.text()).isEqualTo(line.status());
        assertThat(reply.header("x-olp-provider-used")).isEqualTo(line.provider());
        assertThat(reply.header("x-olp-fallback-hops")).isEqualTo(line.hops());
        if (line.status() != 200) {
            Refusal.assertIs(reply, line.status(), line.code());
        } else if (line.streamed()) {
            assertStream(reply, line, answer);
        } else {
            assertThat(reply.content()).isEqualTo(answer);
        }
        assertThat(reply.header("x-should-retry")).isEqualTo(spentAsAReply(line) ? "false" : "");
        AuditTable.Row row = new AuditTable(olp).of(reply.header("x-request-id"));
        assertThat(row.get("outcome")).isEqualTo(line.outcome());
        assertThat(row.get("error_code")).isEqualTo(line.code().replace("-", ""));
        assertThat(row.get("provider")).isEqualTo(line.provider());
        assertThat(row.get("hops")).isEqualTo(line.hops());
        List<JsonNode> pauses = Chained.pauses(olp, faulty);
        assertThat(pauses.isEmpty() ? "-" : pauses.getFirst().path("reason").asString())
                .isEqualTo(line.paused());
        assertThat(Chained.health(olp, faulty).path("breaker").asString())
                .isEqualTo(line.paused().equals("breaker_open") ? "open" : "closed");
        if (!line.used().equals("-")) {
            assertThat(Chained.health(olp, faulty).at("/quota/utilization/5h").asString(""))
                    .isEqualTo(line.used());
        }
    }

    private static boolean spentAsAReply(FaultLine line) {
        return line.code().equals("usage_limit_reached") && !line.failsInTheStream();
    }

    /** What a failed hop had said before is in no stream that another one answers. */
    private static void assertStream(Reply reply, FaultLine line, String answer) throws IOException {
        List<SseReader.Event> events = new SseReader(new ByteArrayInputStream(reply.body())).all();
        Streamed streamed = new Streamed(reply, events);
        if (line.failsInTheStream()) {
            streamed.assertFailed(line.code());
            assertThat(streamed.content()).isNotEmpty();
        } else {
            assertThat(streamed.assertWellFormed().content()).isEqualTo(answer);
        }
    }
}
