package dev.olp.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class OutputSchemaTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"type":"objekt"}                                           | no valid JSON Schema: /type
            {"properties":[]}                                           | no valid JSON Schema: /properties
            {"required":"a"}                                            | no valid JSON Schema: /required
            {"minLength":"3"}                                           | no valid JSON Schema: /minLength
            {"properties":{"a":3}}                                      | no valid JSON Schema: /properties/a
            {"$ref":"#/$defs/nope"}                                     | leads nowhere
            {"properties":{"a":{"$ref":"https://192.0.2.1/a.json"}}}    | somewhere else
            {"items":{"$ref":"file:///etc/hostname"}}                   | somewhere else
            {"$ref":"#"}                                                | refers to itself
            {"allOf":[{"$ref":"#"}]}                                    | refers to itself
            {"items":{"$dynamicRef":"#a"}}                              | $dynamicRef
            {"$schema":"https://192.0.2.1/draft"}                       | '$schema'
            {"pattern":"("}                                             | regular expression
            {"patternProperties":{"(":{}}}                              | regular expression
            """)
    void whatIsNoSchemaIsRefusedWithItsReason(String schema, String reason) {
        assertThatThrownBy(() -> of(schema))
                .isInstanceOfSatisfying(
                        UnsoundSchema.class,
                        unsound -> assertThat(unsound.sentence()).contains(reason));
    }

    @Test
    void whatIsTooLargeIsRefused() {
        String deep = "{\"items\":".repeat(SchemaCaps.MAX_DEPTH) + "{}" + "}".repeat(SchemaCaps.MAX_DEPTH);
        String wide = "{\"enum\":[" + "1,".repeat(SchemaCaps.MAX_NODES) + "1]}";
        String longer = "{\"description\":\"" + "a".repeat(SchemaCaps.MAX_CHARACTERS) + "\"}";
        String pattern = "{\"pattern\":\"" + "a".repeat(SchemaCaps.MAX_PATTERN + 1) + "\"}";

        assertThatThrownBy(() -> of(deep)).hasMessageContaining("levels");
        assertThatThrownBy(() -> of(wide)).hasMessageContaining("keys and values");
        assertThatThrownBy(() -> of(longer)).hasMessageContaining("characters");
        assertThatThrownBy(() -> of(pattern)).hasMessageContaining("pattern");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"type":"object","required":["a"]}                                         | {"a":1}   | {}
            {"properties":{"a":{"type":"string"}},"additionalProperties":false}        | {"a":"b"} | {"b":1}
            {"anyOf":[{"required":["a"]},{"required":["b"]}]}                          | {"b":1}   | {"c":1}
            {"properties":{"a":{"pattern":"^x+$"}}}                                    | {"a":"x"} | {"a":"y"}
            {"properties":{"a":{"enum":[1,null]}}}                                     | {"a":null}| {"a":2}
            {"$defs":{"n":{"items":{"$ref":"#/$defs/n"},"type":"array"}},"properties":{"a":{"$ref":"#/$defs/n"}}} | {"a":[[]]} | {"a":[1]}
            {"$schema":"http://json-schema.org/draft-07/schema#","definitions":{"d":{"const":1}},"properties":{"a":{"$ref":"#/definitions/d"}}} | {"a":1} | {"a":2}
            """)
    void documentsAreHeldToIt(String schema, String good, String bad) throws UnsoundSchema {
        assertThat(of(schema).complaint(json(good))).isEmpty();
        assertThat(of(schema).complaint(json(bad))).isPresent();
    }

    @Test
    void aComplaintTellsWhereAndWhat() throws UnsoundSchema {
        assertThat(of("{\"properties\":{\"a\":{\"type\":\"string\"}}}").complaint(json("{\"a\":1}")))
                .hasValueSatisfying(complaint -> assertThat(complaint).contains("/a", "string"));
    }

    /** Without a bound each takes longer than anybody lives. */
    @Test
    void aCheckEndsWhateverTheSchemaAndTheDocument() throws UnsoundSchema {
        OutputSchema doubling = of(
                "{\"$defs\":{\"n\":{\"anyOf\":[{\"items\":{\"$ref\":\"#/$defs/n\"}},{\"items\":{\"$ref\":\"#/$defs/n\"}}],\"not\":{\"const\":1}}},\"properties\":{\"a\":{\"$ref\":\"#/$defs/n\"}}}");
        OutputSchema backtracking = of("{\"properties\":{\"a\":{\"pattern\":\"^(a+a+)+\\\\1b$\"}}}");

        assertThat(doubling.complaint(json("{\"a\":" + "[".repeat(50) + "1" + "]".repeat(50) + "}")))
                .hasValueSatisfying(complaint -> assertThat(complaint).contains("limits"));
        assertThat(backtracking.complaint(json("{\"a\":\"" + "a".repeat(60) + "\"}")))
                .hasValueSatisfying(complaint -> assertThat(complaint).contains("limits"));
    }

    /** Java's expressions recurse once for each time round a group. */
    @Test
    void aPatternThatGoesDeeperThanTheStackIsTooMuch() throws UnsoundSchema {
        OutputSchema deep = of("{\"properties\":{\"a\":{\"pattern\":\"^(a|b)*$\"}}}");

        assertThat(deep.complaint(json("{\"a\":\"" + "ab".repeat(500_000) + "\"}")))
                .hasValueSatisfying(complaint -> assertThat(complaint).contains("limits"));
    }

    private static OutputSchema of(String schema) throws UnsoundSchema {
        return OutputSchema.of(json(schema));
    }

    private static ObjectNode json(String text) {
        return (ObjectNode) JsonMapper.shared().readTree(text);
    }
}
