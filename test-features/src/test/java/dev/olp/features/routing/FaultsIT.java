package dev.olp.features.routing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.AuditTable;
import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.RawHttp;
import dev.olp.features.support.Reply;
import dev.olp.features.support.SseReader;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** Each line of {@code faults.tsv}: what the client, the audit log and the next request get of a fault. */
class FaultsIT {
    private static final String ANSWER = "Hello from the stand-in. Unicode: é中😀 end.";
    private static final String LATER = "gpt-5.4";
    private static final int AN_HOUR = 3600;
    private static final String BRIEFLY = "2000";

    @RegisterExtension
    static final OlpServer patient = Chained.setup()
            .set("/routing/breaker/faults", "1")
            .set("/routing/chains/" + LATER, claudeLater())
            .server();

    @RegisterExtension
    static final OlpServer impatient = Chained.setup()
            .set("/routing/breaker/faults", "1")
            .set("/routing/chains/" + LATER, claudeLater())
            .set("/providers/anthropic/first_output_timeout_ms", BRIEFLY)
            .set("/providers/anthropic/idle_timeout_ms", BRIEFLY)
            .server();

    static List<FaultLine> patientLines() throws IOException {
        return FaultLine.all("faults.tsv").stream()
                .filter(line -> !line.hangs())
                .toList();
    }

    static List<FaultLine> hangingLines() throws IOException {
        return FaultLine.all("faults.tsv").stream().filter(FaultLine::hangs).toList();
    }

    @ParameterizedTest
    @MethodSource("patientLines")
    void endsAsTheTableSays(FaultLine line) throws IOException {
        assertEnds(patient, line);
    }

    @ParameterizedTest
    @MethodSource("hangingLines")
    void isEndedByATimeLimitAsTheTableSays(FaultLine line) throws IOException {
        assertEnds(impatient, line);
    }

    /** S117: after the first content, while claude goes on or stalls. */
    @ParameterizedTest
    @ValueSource(strings = {"drip", "stall"})
    void aClientThatLeavesPausesNobody(String mode) throws IOException {
        Chained.forget(patient);
        String id;
        try (RawHttp http = patient.connect()) {
            http.chat(Bodies.stream(Chained.CLAUDE, "{{" + mode + "}}"));
            Reply head = http.head();
            id = head.header("x-request-id");
            SseReader events = http.events(head);
            while (events.next().orElseThrow().content().isEmpty()) {
                // the role comes first
            }

            http.abort();
        }

        assertThat(new AuditTable(patient).of(id).get("outcome")).isEqualTo("CLIENT_GONE");
        assertThat(Chained.pauses(patient, "anthropic")).isEmpty();
        assertThat(Chained.health(patient, "anthropic").path("breaker").asString())
                .isEqualTo("closed");
    }

    private static void assertEnds(OlpServer olp, FaultLine line) throws IOException {
        Chained.forget(olp);
        String fault = line.fault().replace("RESET", Long.toString(Instant.now().getEpochSecond() + AN_HOUR));
        String prompt = "{{" + fault + (line.first() ? "|ok}}" : "|failed}}");
        String model = line.first() ? Chained.CLAUDE : LATER;

        Reply reply = olp.chat(line.streamed() ? Bodies.stream(model, prompt) : Bodies.chat(model, prompt));

        FaultEnd.assertIs(olp, line, reply, "anthropic", ANSWER);
    }

    private static String claudeLater() {
        return JsonMapper.shared()
                .writeValueAsString(List.of(
                        Map.of("provider", "openai", "model", Chained.CODEX),
                        Map.of("provider", "anthropic", "model", Chained.CLAUDE)));
    }
}
