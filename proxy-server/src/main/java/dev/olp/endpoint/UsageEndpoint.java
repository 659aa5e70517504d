package dev.olp.endpoint;

import dev.olp.auth.Caller;
import dev.olp.auth.Gate;
import dev.olp.endpoint.Audited.Call;
import dev.olp.http.ClientGone;
import dev.olp.limits.Limiter;
import dev.olp.limits.Standing;
import dev.olp.wire.ApiException;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/** {@code GET /v1/usage}: the caller's own limits, what is used of them, and when each begins anew. */
final class UsageEndpoint implements Audited.Work {
    private final Gate gate;
    private final Limiter limiter;

    UsageEndpoint(Gate gate, Limiter limiter) {
        this.gate = gate;
        this.limiter = limiter;
    }

    @Override
    public void serve(Call call) throws ApiException, ClientGone, InterruptedException {
        Caller caller = call.admit(gate).caller();
        Standing standing = limiter.standing(caller);
        byte[] body = JsonMapper.shared().writeValueAsBytes(UsageBody.of(caller, standing));
        call.ledger().success();
        Json.reply(call.sink(), body, ReplyHeaders.of(call.ledger(), List.of()));
    }
}
