package dev.olp.endpoint;

import dev.olp.auth.Gate;
import dev.olp.endpoint.Audited.Call;
import dev.olp.http.ClientGone;
import dev.olp.wire.ApiError;
import dev.olp.wire.ApiException;
import java.time.Duration;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code POST /v0/management/drain}: what SIGTERM does. The answer, 202 {@code {draining, active_requests,
 * drain_timeout_ms}}, goes out first. Once more is no error and hurries nothing.
 */
final class DrainEndpoint implements Audited.Work {
    private final Gate gate;
    private final ActiveRequests active;
    private final Duration timeout;
    private final Runnable stop;

    /** @param stop begins the stop and returns at once */
    DrainEndpoint(Gate gate, ActiveRequests active, Duration timeout, Runnable stop) {
        this.gate = gate;
        this.active = active;
        this.timeout = timeout;
        this.stop = stop;
    }

    @Override
    public void serve(Call call) throws ApiException, ClientGone, InterruptedException {
        call.admit(gate).requireOwner();
        ObjectNode body = call.body().parse(ManagementEndpoint::parse);
        if (!body.isEmpty()) {
            throw new ApiException(ApiError.badValue("body", "A drain takes no fields."));
        }
        active.startDraining();
        call.ledger().success(202);
        try {
            Json.reply(
                    call.sink(),
                    202,
                    JsonMapper.shared()
                            .createObjectNode()
                            .put("draining", true)
                            .put("active_requests", Math.max(0, active.count() - 1)) // without this one
                            .put("drain_timeout_ms", timeout.toMillis()));
        } finally {
            stop.run();
        }
    }
}
