package dev.olp.endpoint;

import dev.olp.auth.Admission;
import dev.olp.auth.Gate;
import dev.olp.endpoint.Audited.Call;
import dev.olp.http.ClientGone;
import dev.olp.http.InboundRequest;
import dev.olp.routing.RoutePlanner;
import dev.olp.run.InputEstimate;
import dev.olp.wire.ApiException;
import dev.olp.wire.UnsupportedParameters;
import dev.olp.wire.chat.ParsedChat;
import dev.olp.wire.messages.MessagesRequestReader;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * {@code POST /v1/messages/count_tokens} and {@code /v1/responses/input_tokens}: an estimate, marked so. Only the vendor knows its tokens, and no CLI asks it for
 * them; nothing is started.
 */
final class CountTokensEndpoint implements Audited.Work {
    private final Gate gate;
    private final RoutePlanner planner;
    private final Reading reading;
    private final String start;

    private CountTokensEndpoint(Gate gate, RoutePlanner planner, Reading reading, String start) {
        this.gate = gate;
        this.planner = planner;
        this.reading = reading;
        this.start = start;
    }

    /** How the body is read. */
    @FunctionalInterface
    private interface Reading {
        ParsedChat read(InboundRequest request, Admission admission, byte[] body) throws ApiException;
    }

    static CountTokensEndpoint ofMessages(Gate gate, RoutePlanner planner, UnsupportedParameters policy) {
        return new CountTokensEndpoint(
                gate,
                planner,
                (request, _, body) -> MessagesRequestReader.readToCount(body, policy, MessagesHeaders.betas(request)),
                "{");
    }

    static CountTokensEndpoint ofResponses(Gate gate, RoutePlanner planner, ResponsesDialect dialect) {
        return new CountTokensEndpoint(
                gate,
                planner,
                (request, admission, body) -> dialect.open(request, admission).read(body),
                "{\"object\":\"response.input_tokens\",");
    }

    @Override
    public void serve(Call call) throws ApiException, ClientGone, InterruptedException {
        Admission admission = call.admit(gate);
        ParsedChat chat = call.body().parse(body -> reading.read(call.request(), admission, body));
        planner.plan(
                chat.requestedModel(),
                chat.hasImages(),
                admission.scope(),
                admission.caller().keyId());
        Map<String, String> headers = ReplyHeaders.of(call.ledger(), chat.ignoredParameters());
        headers.put("X-OLP-Usage", "estimated");
        call.ledger().success();
        String body = start + "\"input_tokens\":" + InputEstimate.of(chat.request()) + "}";
        Json.reply(call.sink(), body.getBytes(StandardCharsets.UTF_8), headers);
    }
}
