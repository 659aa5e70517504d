package dev.olp.features.operations;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.olp.features.support.Reply;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The OpenAPI document of a server, and which of its operations were seen. */
final class ApiDocument {
    private final JsonNode document;
    private final SchemaRegistry schemas = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
    private final Set<String> seen = new TreeSet<>();

    ApiDocument(JsonNode document) {
        this.document = document;
    }

    /** Holds a reply of JSON against what the document says of it. */
    Reply check(String method, String path, Reply reply) {
        String operation = method + " " + path;
        JsonNode responses = document.path("paths")
                .path(path)
                .path(method.toLowerCase(Locale.ROOT))
                .path("responses");
        assertThat(responses.isObject()).as(operation).isTrue();
        JsonNode response = responses.path(Integer.toString(reply.status()));
        if (response.isMissingNode()) {
            assertThat(reply.status()).as(operation + ": " + reply.text()).isGreaterThanOrEqualTo(400);
            response = document.at(responses.at("/default/$ref").asString("").substring("#".length()));
        } else {
            seen.add(operation);
        }
        validate(operation, response.at("/content/application~1json/schema"), reply.text());
        return reply;
    }

    /** Holds a text against a schema of the document. */
    void validate(String name, JsonNode schema, String json) {
        assertThat(schema.isObject()).as(name).isTrue();
        ObjectNode whole = ((ObjectNode) schema).deepCopy();
        whole.set("components", document.path("components"));
        assertThat(schemas.getSchema(whole.toString(), InputFormat.JSON).validate(json, InputFormat.JSON))
                .as(() -> name + ": " + json)
                .isEmpty();
    }

    JsonNode schema(String name) {
        return document.at("/components/schemas/" + name);
    }

    /** Every operation that answers with JSON when all is well. */
    Set<String> operations() {
        Set<String> all = new TreeSet<>();
        document.path("paths")
                .properties()
                .forEach(path -> path.getValue()
                        .properties()
                        .forEach(operation -> operation
                                .getValue()
                                .path("responses")
                                .properties()
                                .forEach(response -> {
                                    if (response.getKey().startsWith("2")
                                            && response.getValue()
                                                    .path("content")
                                                    .has("application/json")) {
                                        all.add(operation.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey());
                                    }
                                })));
        return all;
    }

    Set<String> seen() {
        return seen;
    }
}
