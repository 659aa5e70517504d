package dev.olp.endpoint;

import dev.olp.auth.Admission;
import dev.olp.auth.Gate;
import dev.olp.endpoint.Audited.Call;
import dev.olp.http.ClientGone;
import dev.olp.responses.KeptResponse;
import dev.olp.responses.KeptResponses;
import dev.olp.wire.ApiError;
import dev.olp.wire.ApiException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/** {@code GET} and {@code DELETE /v1/responses/{id}}: a response that is kept, of the caller's own. */
final class KeptResponseEndpoint implements Audited.Work {
    static final String PREFIX = "/v1/responses/";

    private final Gate gate;
    private final KeptResponses kept;

    KeptResponseEndpoint(Gate gate, KeptResponses kept) {
        this.gate = gate;
        this.kept = kept;
    }

    @Override
    public void serve(Call call) throws ApiException, ClientGone, InterruptedException {
        Admission admission = call.admit(gate);
        String tenant = admission.caller().keyId();
        String id = call.request().path().substring(PREFIX.length());
        byte[] body = call.request().method().equals("DELETE") ? forget(id, tenant) : find(call, id, tenant);
        Map<String, String> headers = ReplyHeaders.of(call.ledger(), List.of());
        call.ledger().success();
        Json.reply(call.sink(), body, headers);
    }

    private byte[] find(Call call, String id, String tenant) throws ApiException {
        Map<String, String> query = QueryParameters.read(call.request().query());
        if (query.getOrDefault("stream", "false").equals("true")) {
            throw new ApiException(ApiError.badValue("stream", "A kept response is not streamed; leave 'stream' out."));
        }
        Optional<KeptResponse> found = kept.find(id, tenant);
        return found.orElseThrow(KeptResponseEndpoint::missing).body();
    }

    private byte[] forget(String id, String tenant) throws ApiException {
        if (!kept.forget(id, tenant)) {
            throw missing();
        }
        return JsonMapper.shared()
                .createObjectNode()
                .put("id", id)
                .put("object", "response")
                .put("deleted", true)
                .toString()
                .getBytes(StandardCharsets.UTF_8);
    }

    private static ApiException missing() {
        return new ApiException(ApiError.of(
                404,
                "response_not_found",
                "There is no such response of yours, or not any more: they are kept for a day at most."));
    }
}
