package dev.olp.registry;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The registry as JSON: read, laid over, checked against its schema. */
final class RegistryDocument {
    static final String SCHEMA = "models-registry.schema.json";
    /** Faults of the schema that a message lists. */
    private static final int SHOWN = 5;

    private RegistryDocument() {}

    /** The checked document. The overlay is merged first, so that its entries may hold only what they change. */
    static ObjectNode read(InputStream base, Optional<InputStream> overlay) {
        JsonMapper mapper = JsonMapper.builder()
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .build();
        ObjectNode document = parse(mapper, base, "models-registry.json");
        if (overlay.isPresent()) {
            merge(document, parse(mapper, overlay.get(), "models.local.json"));
        }
        check(mapper, document);
        return document;
    }

    private static ObjectNode parse(JsonMapper mapper, InputStream stream, String name) {
        try {
            if (mapper.readTree(stream) instanceof ObjectNode object) {
                return object;
            }
        } catch (JacksonException e) {
            throw new RegistryException(
                    "%s: line %d, column %d: not valid JSON, or a key twice"
                            .formatted(
                                    name,
                                    e.getLocation().getLineNr(),
                                    e.getLocation().getColumnNr()),
                    e);
        }
        throw new RegistryException(name + ": not a JSON object");
    }

    private static void merge(ObjectNode document, ObjectNode overlay) {
        for (String list : List.of("providers", "models")) {
            JsonNode entries = overlay.remove(list);
            if (entries == null) {
                continue;
            }
            if (!(entries instanceof ArrayNode) || !(document.get(list) instanceof ArrayNode target)) {
                throw new RegistryException("models.local.json: %s: expected an array".formatted(list));
            }
            for (JsonNode entry : entries) {
                mergeEntry(target, entry);
            }
        }
        // what else it holds, the schema judges
        document.setAll(overlay);
    }

    private static void mergeEntry(ArrayNode target, JsonNode entry) {
        JsonNode id = entry.get("id");
        for (JsonNode existing : target) {
            if (id != null && entry instanceof ObjectNode changes && existing instanceof ObjectNode known) {
                if (id.equals(known.get("id"))) {
                    known.setAll(changes);
                    return;
                }
            }
        }
        target.add(entry);
    }

    private static void check(JsonMapper mapper, ObjectNode document) {
        List<Error> errors = schema(mapper).validate(document);
        if (!errors.isEmpty()) {
            List<String> shown = errors.stream()
                    .limit(SHOWN)
                    .map(error -> error.getInstanceLocation() + ": " + error.getMessage())
                    .toList();
            throw new RegistryException("models registry: " + String.join("; ", shown));
        }
    }

    private static Schema schema(JsonMapper mapper) {
        @Nullable InputStream stream = RegistryDocument.class.getResourceAsStream(SCHEMA);
        if (stream == null) {
            throw new RegistryException(SCHEMA + " is missing in the jar");
        }
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(mapper.readTree(stream));
    }
}
