package dev.olp.endpoint;

import dev.olp.audit.AuditJson;
import dev.olp.audit.AuditLog;
import dev.olp.audit.AuditPage;
import dev.olp.management.AuditQuestion;
import dev.olp.wire.ApiException;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code GET /v0/management/audit}: a page of rows, {@code {rows[], next}}. */
final class AuditDocument implements OwnerEndpoint.Document {
    private final AuditLog audit;

    AuditDocument(AuditLog audit) {
        this.audit = audit;
    }

    @Override
    public ObjectNode of(Map<String, String> parameters) throws ApiException {
        AuditQuestion question = AuditQuestion.read(parameters);
        AuditPage page = audit.page(question.filter(), question.after(), question.limit());
        ObjectNode root = JsonMapper.shared().createObjectNode();
        ArrayNode rows = root.putArray("rows");
        page.rows().forEach(row -> rows.add(AuditJson.of(row)));
        root.put("next", Json.text(page.next()));
        return root;
    }
}
