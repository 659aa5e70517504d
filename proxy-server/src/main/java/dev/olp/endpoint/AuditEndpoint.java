package dev.olp.endpoint;

import dev.olp.audit.AuditJson;
import dev.olp.audit.AuditLog;
import dev.olp.audit.AuditPage;
import dev.olp.auth.Gate;
import dev.olp.endpoint.Audited.Call;
import dev.olp.http.ClientGone;
import dev.olp.management.AuditQuestion;
import dev.olp.wire.ApiError;
import dev.olp.wire.ApiException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code GET /v0/management/audit}: a page of rows for the owner, {@code {rows[], next}}. */
final class AuditEndpoint implements Audited.Work {
    static final String PATH = "/v0/management/audit";

    private final Gate gate;
    private final AuditLog audit;

    AuditEndpoint(Gate gate, AuditLog audit) {
        this.gate = gate;
        this.audit = audit;
    }

    @Override
    public void serve(Call call) throws ApiException, ClientGone, InterruptedException {
        call.admit(gate).requireOwner();
        AuditQuestion question = AuditQuestion.read(parameters(call.request().query()));
        AuditPage page = audit.page(question.filter(), question.after(), question.limit());
        ObjectNode root = JsonMapper.shared().createObjectNode();
        ArrayNode rows = root.putArray("rows");
        page.rows().forEach(row -> rows.add(AuditJson.of(row)));
        root.put("next", page.next() == null ? null : page.next().toString());
        call.ledger().success();
        Json.reply(call.sink(), JsonMapper.shared().writeValueAsBytes(root));
    }

    private static Map<String, String> parameters(String query) throws ApiException {
        Map<String, String> parameters = new HashMap<>();
        for (String pair : query.isEmpty() ? new String[0] : query.split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
            if (parameters.put(name, equals < 0 ? "" : decoded(pair.substring(equals + 1))) != null) {
                throw new ApiException(ApiError.badValue("query", "A parameter was given twice."));
            }
        }
        return parameters;
    }

    private static String decoded(String text) throws ApiException {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new ApiException(ApiError.badValue("query", "The query is not URL-encoded."));
        }
    }
}
