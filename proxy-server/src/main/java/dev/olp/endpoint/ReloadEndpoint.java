package dev.olp.endpoint;

import dev.olp.auth.Gate;
import dev.olp.endpoint.Audited.Call;
import dev.olp.http.ClientGone;
import dev.olp.management.Reload;
import dev.olp.wire.ApiError;
import dev.olp.wire.ApiException;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code POST /v0/management/reload}: takes {@code config.json} as it is now, whole or not at all. */
final class ReloadEndpoint implements Audited.Work {
    private final Gate gate;
    private final Reload reload;

    ReloadEndpoint(Gate gate, Reload reload) {
        this.gate = gate;
        this.reload = reload;
    }

    @Override
    public void serve(Call call) throws ApiException, ClientGone, InterruptedException {
        call.admit(gate).requireOwner();
        List<String> changed;
        try {
            changed = reload.now();
        } catch (Reload.Refused e) {
            throw new ApiException(ApiError.of(
                    422,
                    "config_refused",
                    "The configuration stays as it was, since the new one cannot be taken:\n" + e.getMessage()));
        }
        ObjectNode body = JsonMapper.shared().createObjectNode();
        body.put("reloaded", true);
        body.put("loaded_at", reload.state().loadedAt().toString());
        ArrayNode paths = body.putArray("changed");
        changed.forEach(paths::add);
        call.ledger().success(200);
        Json.reply(call.sink(), JsonMapper.shared().writeValueAsBytes(body));
    }
}
