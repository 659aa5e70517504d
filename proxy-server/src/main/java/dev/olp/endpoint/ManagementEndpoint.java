package dev.olp.endpoint;

import dev.olp.auth.Gate;
import dev.olp.endpoint.Audited.Call;
import dev.olp.http.ClientGone;
import dev.olp.http.InboundRequest;
import dev.olp.management.KeysApi;
import dev.olp.wire.ApiException;
import dev.olp.wire.JsonBody;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** {@code /v0/management/keys…}: the owner's alone, JSON in and out. */
final class ManagementEndpoint implements Audited.Work {
    static final String KEYS = "/v0/management/keys";

    private final Gate gate;
    private final KeysApi keys;

    ManagementEndpoint(Gate gate, KeysApi keys) {
        this.gate = gate;
        this.keys = keys;
    }

    @Override
    public void serve(Call call) throws ApiException, ClientGone, InterruptedException {
        InboundRequest request = call.request();
        call.admit(gate).requireOwner();
        String method = request.method().equals("HEAD") ? "GET" : request.method();
        boolean reads = method.equals("GET") || method.equals("DELETE");
        ObjectNode body =
                reads ? JsonNodeFactory.instance.objectNode() : call.body().parse(ManagementEndpoint::parse);
        KeysApi.Reply reply = keys.call(method, segments(request.path()), body);
        call.ledger().success(reply.status());
        Json.reply(call.sink(), reply.status(), reply.body());
    }

    /** An action without conditions needs no body. */
    static ObjectNode parse(byte[] body) throws ApiException {
        return body.length == 0 ? JsonNodeFactory.instance.objectNode() : JsonBody.parse(body);
    }

    /** A plus in a path is a plus. */
    private static List<String> segments(String path) {
        return Stream.of(path.substring(KEYS.length()).split("/"))
                .filter(segment -> !segment.isEmpty())
                .map(segment -> URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8))
                .toList();
    }
}
