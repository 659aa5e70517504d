package dev.olp.endpoint;

import dev.olp.auth.Gate;
import dev.olp.endpoint.Audited.Call;
import dev.olp.http.ClientGone;
import dev.olp.wire.ApiException;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/** A question to the management API: the owner's alone, answered with a JSON object. */
final class OwnerEndpoint implements Audited.Work {
    private final Gate gate;
    private final Document document;

    OwnerEndpoint(Gate gate, Document document) {
        this.gate = gate;
        this.document = document;
    }

    /** What is answered. */
    @FunctionalInterface
    interface Document {
        /**
         * Makes it anew.
         *
         * @param parameters of the query
         * @throws ApiException when the question cannot be meant
         */
        ObjectNode of(Map<String, String> parameters) throws ApiException;
    }

    @Override
    public void serve(Call call) throws ApiException, ClientGone, InterruptedException {
        call.admit(gate).requireOwner();
        ObjectNode answer = document.of(QueryParameters.read(call.request().query()));
        call.ledger().success();
        Json.reply(call.sink(), 200, answer);
    }
}
