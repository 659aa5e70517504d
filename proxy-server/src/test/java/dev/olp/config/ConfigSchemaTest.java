package dev.olp.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The JSON Schema in {@code config/} and the records say the same. */
class ConfigSchemaTest {
    private static final Path FOLDER = Path.of("..", "config");
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(JsonReadFeature.ALLOW_JAVA_COMMENTS).build();

    @TempDir
    Path home;

    private final JsonNode schema = read("config.schema.json");

    @Test
    void every_component_is_a_property_and_every_property_a_component() {
        assertThat(propertyNames(schema)).contains("$schema");
        compare(OlpConfig.class, schema, "", List.of("$schema"));
    }

    @Test
    void the_schemas_defaults_are_the_records() {
        List<String> wrong = new ArrayList<>();
        compareDefaults(ConfigPrinter.json(OlpConfig.DEFAULTS), schema, "", wrong);
        assertThat(wrong).isEmpty();
    }

    @Test
    void the_file_of_defaults_is_what_is_printed_without_any_file() throws IOException, ConfigException {
        assertThat(Files.readString(FOLDER.resolve("defaults.json")))
                .isEqualTo(ConfigPrinter.annotated(ConfigLoader.load(Map.of(), home)));
    }

    @Test
    void the_example_is_valid_for_both() throws IOException, ConfigException {
        JsonNode example = read("example.jsonc");
        Files.copy(FOLDER.resolve("example.jsonc"), home.resolve("config.json"));

        assertThat(accepts(example)).isTrue();
        assertThat(ConfigLoader.load(Map.of(), home).config()).isNotEqualTo(OlpConfig.DEFAULTS);
    }

    @Test
    void the_defaults_are_valid_for_both() throws IOException, ConfigException {
        JsonNode defaults = read("defaults.json");
        Files.writeString(home.resolve("config.json"), defaults.toString());

        assertThat(accepts(defaults)).isTrue();
        assertThat(ConfigLoader.load(Map.of(), home).config()).isEqualTo(OlpConfig.DEFAULTS);
    }

    /** For each range in the schema: its ends are taken by both, and one beyond is refused by both. */
    @TestFactory
    List<DynamicTest> ranges() {
        List<DynamicTest> tests = new ArrayList<>();
        collectRanges(schema, List.of(), tests);
        assertThat(tests).hasSizeGreaterThan(20);
        return tests;
    }

    @Test
    void no_heartbeat_is_as_good_as_one_that_is_not_too_often() throws IOException, ConfigException {
        List<String> path = List.of("streaming", "heartbeat_interval_ms");
        agree(path, 0, true);
        agree(path, 1, false);
        agree(path, 49, false);
        agree(path, 50, true);
    }

    private void collectRanges(JsonNode type, List<String> path, List<DynamicTest> tests) {
        JsonNode resolved = resolve(type);
        if (resolved.has("minimum")) {
            tests.add(DynamicTest.dynamicTest(String.join(".", path), () -> {
                long least = resolved.get("minimum").longValue();
                long most = resolved.get("maximum").longValue();
                agree(path, least, true);
                agree(path, most, true);
                agree(path, least - 1, false);
                agree(path, most + 1, false);
            }));
        }
        for (Map.Entry<String, JsonNode> property : resolved.path("properties").properties()) {
            List<String> child = new ArrayList<>(path);
            child.add(property.getKey());
            collectRanges(property.getValue(), child, tests);
        }
    }

    private void agree(List<String> path, long value, boolean valid) throws IOException, ConfigException {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        ObjectNode at = root;
        for (String name : path.subList(0, path.size() - 1)) {
            at = at.putObject(name);
        }
        at.put(path.getLast(), value);
        Files.writeString(home.resolve("config.json"), root.toString());
        assertThat(accepts(root)).as(root.toString()).isEqualTo(valid);
        if (valid) {
            ConfigLoader.load(Map.of(), home);
        } else {
            assertThatExceptionOfType(ConfigException.class)
                    .as(root.toString())
                    .isThrownBy(() -> ConfigLoader.load(Map.of(), home));
        }
    }

    private void compare(Class<?> type, JsonNode schemaNode, String path, List<String> besides) {
        JsonNode resolved = resolve(schemaNode);
        List<String> expected = new ArrayList<>(besides);
        for (RecordComponent component : type.getRecordComponents()) {
            expected.add(Names.of(component));
            compareComponent(component, resolved.path("properties").path(Names.of(component)), path);
        }
        assertThat(propertyNames(resolved)).as(path).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(resolved.path("additionalProperties"))
                .as(path)
                .isEqualTo(JsonNodeFactory.instance.booleanNode(false));
    }

    private void compareComponent(RecordComponent component, JsonNode node, String path) {
        String at = SettingsBinder.child(path, Names.of(component));
        assertThat(resolve(node).path("description").asString("")).as(at).isNotBlank();
        if (component.isAnnotationPresent(ByProvider.class) && node.has("properties")) {
            for (String provider : Providers.KNOWN) {
                compare(ProviderSettings.class, node.path("properties").path(provider), at + "." + provider, List.of());
            }
            return;
        }
        Type type = component.getGenericType();
        if (type instanceof Class<?> single) {
            compareSingle(single, node, at, Records.isNullable(component));
        } else if (type instanceof ParameterizedType map && map.getRawType() == Map.class) {
            compareElement(map.getActualTypeArguments()[1], node.path("additionalProperties"), at);
        } else if (type instanceof ParameterizedType list) {
            compareElement(list.getActualTypeArguments()[0], node.path("items"), at);
        }
    }

    private void compareSingle(Class<?> type, JsonNode node, String at, boolean nullable) {
        if (type.isRecord() && type != Secret.class) {
            compare(type, node, at, List.of());
        } else if (type.isEnum()) {
            List<@Nullable String> values = new ArrayList<>(Names.of(type));
            if (nullable) {
                values.add(null);
            }
            assertThat(node.path("enum").valueStream().map(value -> value.isNull() ? null : value.stringValue()))
                    .as(at)
                    .containsExactlyElementsOf(values);
        } else if (!node.has("enum")) {
            assertThat(node.path("type").isArray()).as(at + " may be null").isEqualTo(nullable);
        }
    }

    private void compareElement(Type element, JsonNode node, String at) {
        if (element instanceof ParameterizedType list) {
            compareElement(list.getActualTypeArguments()[0], node.path("items"), at);
        } else if (element instanceof Class<?> type && type.isRecord()) {
            compare(type, node, at + ".*", List.of());
        }
    }

    private void compareDefaults(JsonNode value, JsonNode schemaNode, String path, List<String> wrong) {
        JsonNode resolved = resolve(schemaNode);
        if (resolved.has("default")) {
            if (!resolved.get("default").toString().equals(value.toString())) {
                wrong.add(path + ": " + resolved.get("default") + " in the schema, " + value + " in the record");
            }
            return;
        }
        if (!value.isObject()) {
            wrong.add(path + ": no default in the schema");
            return;
        }
        for (Map.Entry<String, JsonNode> entry : value.properties()) {
            compareDefaults(
                    entry.getValue(),
                    resolved.path("properties").path(entry.getKey()),
                    SettingsBinder.child(path, entry.getKey()),
                    wrong);
        }
    }

    private JsonNode resolve(JsonNode node) {
        String reference = node.path("$ref").asString("");
        return reference.isEmpty() ? node : schema.at(reference.substring(1));
    }

    private boolean accepts(JsonNode config) {
        SchemaRegistry registry = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
        Schema compiled = registry.getSchema(schema.toString(), InputFormat.JSON);
        return compiled.validate(config.toString(), InputFormat.JSON).isEmpty();
    }

    private static List<String> propertyNames(JsonNode node) {
        return List.copyOf(node.path("properties").propertyNames());
    }

    private static JsonNode read(String file) {
        return JSON.readTree(FOLDER.resolve(file));
    }
}
