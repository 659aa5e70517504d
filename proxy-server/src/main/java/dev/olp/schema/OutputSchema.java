package dev.olp.schema;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.ValidationLimitExceededException;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.path.PathType;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A client's JSON Schema: 2020-12 unless it says another draft, from 4 on. {@code format} asserts nothing. Made for one
 * check, by one thread.
 */
public final class OutputSchema {
    /** Keywords looked at in one check; about half a second at the worst. */
    static final long MAX_STEPS = 500_000;
    /** Schemas within schemas that a check may be in. */
    static final int MAX_DEPTH = 256;

    /** Faults that are told. */
    private static final int SHOWN = 5;
    /** Characters of one of them. */
    private static final int SHOWN_CHARACTERS = 200;

    private static final String DEFAULT_DRAFT = "https://json-schema.org/draft/2020-12/schema";
    private static final String TOO_MUCH = "it can't be checked within this server's limits";

    private final Schema schema;

    private OutputSchema(Schema schema) {
        this.schema = schema;
    }

    /** @throws UnsoundSchema when it is none, or is more than we take */
    public static OutputSchema of(ObjectNode schema) throws UnsoundSchema {
        SchemaCaps.check(schema);
        SchemaRegistry registry = registry();
        try {
            soundness(registry, schema);
            OutputSchema sound = compiled(registry, schema);
            sound.faults(JsonMapper.shared().createObjectNode());
            return sound;
        } catch (ValidationLimitExceededException e) {
            throw new UnsoundSchema("refers to itself without end, or is too complex to be checked.");
        } catch (SchemaException e) {
            throw new UnsoundSchema("is no valid JSON Schema, or holds a $ref that leads nowhere.");
        }
    }

    /** The text of a schema that was found sound. */
    public static OutputSchema ofSound(String schema) {
        return compiled(registry(), (ObjectNode) JsonMapper.shared().readTree(schema));
    }

    private static OutputSchema compiled(SchemaRegistry registry, ObjectNode schema) {
        Schema read = registry.getSchema(schema);
        read.initializeValidators();
        return new OutputSchema(read);
    }

    private static SchemaRegistry registry() {
        return SchemaRegistry.withDialects(
                List.of(
                        Dialects.getDraft202012(),
                        Dialects.getDraft201909(),
                        Dialects.getDraft7(),
                        Dialects.getDraft6(),
                        Dialects.getDraft4()),
                builder -> builder.schemaRegistryConfig(SchemaRegistryConfig.builder()
                        .locale(Locale.ROOT)
                        .pathType(PathType.JSON_POINTER)
                        .regularExpressionFactory(new BoundedPatterns())
                        .build()));
    }

    /** A schema is a document of its draft's own schema, which the library brings along. */
    private static void soundness(SchemaRegistry registry, ObjectNode schema) throws UnsoundSchema {
        JsonNode draft = schema.get("$schema");
        String id = draft != null && draft.isString() ? draft.stringValue() : DEFAULT_DRAFT;
        try {
            registry.getDialect(id);
        } catch (SchemaException e) {
            throw new UnsoundSchema("names a '$schema' that is not supported; leave it out.");
        }
        List<Error> faults = faults(registry.getSchema(SchemaLocation.of(id)), schema);
        if (!faults.isEmpty()) {
            throw new UnsoundSchema("is no valid JSON Schema: %s.".formatted(words(faults)));
        }
    }

    /** What is wrong with a document; empty for nothing. */
    public Optional<String> complaint(JsonNode document) {
        try {
            List<Error> faults = faults(document);
            return faults.isEmpty() ? Optional.empty() : Optional.of(words(faults));
        } catch (ValidationLimitExceededException | BoundedPatterns.Exhausted e) {
            return Optional.of(TOO_MUCH);
        }
    }

    private List<Error> faults(JsonNode document) {
        return faults(schema, document);
    }

    private static List<Error> faults(Schema schema, JsonNode document) {
        return schema.validate(
                document,
                context -> context.executionConfig(
                        config -> config.maxEvaluationSteps(MAX_STEPS).maxEvaluationDepth(MAX_DEPTH)));
    }

    private static String words(List<Error> faults) {
        return faults.stream().limit(SHOWN).map(OutputSchema::words).collect(Collectors.joining("; "));
    }

    private static String words(Error fault) {
        String path = fault.getInstanceLocation().toString();
        String words = (path.isEmpty() ? "the document" : path) + ": " + fault.getMessage();
        return words.length() <= SHOWN_CHARACTERS ? words : words.substring(0, SHOWN_CHARACTERS) + "…";
    }
}
