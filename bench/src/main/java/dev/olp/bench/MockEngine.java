package dev.olp.bench;

import dev.olp.http.ClientGone;
import dev.olp.provider.ChatEvent;
import dev.olp.provider.FinishReason;
import dev.olp.provider.Part;
import dev.olp.provider.ProviderHints;
import dev.olp.provider.Turn;
import dev.olp.provider.Usage;
import dev.olp.routing.Hop;
import dev.olp.run.AnswerListener;
import dev.olp.run.Client;
import dev.olp.run.Engine;
import dev.olp.run.RunEnd;
import dev.olp.run.RunRequest;
import dev.olp.run.UsageMeter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A provider that asks {@link MockUpstream} in OpenAI's form: an upstream behind OLP as peers have one behind them. */
final class MockEngine implements Engine {
    private static final ProviderHints HINTS = new ProviderHints("mock", true, true, true, true, true, true);
    private static final Usage USAGE = new Usage(12, 0, 0, 200, 0);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String DATA = "data: ";

    private final int port;
    private final JsonMapper json = JsonMapper.shared();
    private final Queue<PlainHttp> idle = new ConcurrentLinkedQueue<>();

    MockEngine(int port) {
        this.port = port;
    }

    @Override
    public RunEnd run(RunRequest request, List<Hop> hops, Client client) throws ClientGone, InterruptedException {
        Hop hop = hops.getFirst();
        UsageMeter meter = new UsageMeter(HINTS, USAGE.inputTokens());
        client.trace().entered(hop, meter);
        client.trace().queued(0);
        client.trace().spawned(0);
        AnswerListener listener = client.listener();
        listener.serving(hop);
        try {
            PlainHttp kept = idle.poll();
            PlainHttp http = kept == null ? new PlainHttp(port, PATIENCE) : kept;
            http.send(PlainHttp.post("/v1/chat/completions", "Authorization: Bearer none\r\n", body(request, hop)));
            http.expect("HTTP/1.1 200 ");
            for (String line = http.bodyLine(); line != null; line = http.bodyLine()) {
                String text = text(line);
                if (!text.isEmpty()) {
                    listener.event(new ChatEvent.TextDelta(text));
                }
            }
            idle.add(http);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        meter.settle(USAGE);
        listener.finished(FinishReason.STOP, USAGE, false);
        return new RunEnd.Answered();
    }

    private byte[] body(RunRequest request, Hop hop) {
        String asked = request.chat().turns().getLast() instanceof Turn.User(List<Part> parts)
                        && parts.getFirst() instanceof Part.Text(String text)
                ? text
                : "";
        return json.writeValueAsBytes(Map.of(
                "model",
                hop.model(),
                "stream",
                asked.equals(PassedChat.prompt(true)),
                "messages",
                List.of(Map.of("role", "user", "content", asked))));
    }

    /** What a line of a stream says, or a whole answer. */
    private String text(String line) {
        if (line.isEmpty() || line.equals("data: [DONE]")) {
            return "";
        }
        JsonNode choice = json.readTree(line.startsWith(DATA) ? line.substring(DATA.length()) : line)
                .at("/choices/0");
        return choice.path("message").path("content").asString("")
                + choice.path("delta").path("content").asString("");
    }
}
