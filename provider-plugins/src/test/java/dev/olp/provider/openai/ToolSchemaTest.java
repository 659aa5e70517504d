package dev.olp.provider.openai;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Schemas as both versions were seen to pass them on. */
class ToolSchemaTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'type':'string','description':'d'}",
                "{'type':'string','enum':['x','y']}",
                "{'type':['string','null'],'enum':['x',null]}",
                "{'type':'array','items':{'type':'integer'}}",
                "{'type':'object','properties':{'b':{'type':'boolean'}},'required':['b'],'additionalProperties':false}",
                "{'type':'object','properties':{},'additionalProperties':{'type':'number'}}",
                "{'anyOf':[{'type':'string'},{'type':'null'}],'description':'d'}",
                "{}",
            })
    void what_every_codex_keeps_is_whole(String property) {
        for (boolean manyKeywords : new boolean[] {true, false}) {
            ToolSchema schema = of(property, manyKeywords);
            assertThat(schema.isWhole()).isTrue();
            assertThat(schema.reduced().at("/properties/a")).isEqualTo(read(property));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {'type':'array','items':{},'minItems':1}          | {'type':'array','items':{}}
            {'oneOf':[{'type':'string'}]}                     | {'anyOf':[{'type':'string'}]}
            {'allOf':[{'type':'string'}]}                     | {}
            {'$ref':'#/$defs/A'}                              | {}
            """)
    void what_only_the_newer_keeps_is_left_open_for_the_older(String property, String left) {
        assertThat(of(property, true).isWhole()).isTrue();
        assertThat(of(property, true).reduced().at("/properties/a")).isEqualTo(read(property));
        assertThat(of(property, false).isWhole()).isFalse();
        assertThat(of(property, false).reduced().at("/properties/a")).isEqualTo(read(left));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {'type':'string','maxLength':1}                   | {'type':'string'}
            {'type':'string','pattern':'x','format':'date'}   | {'type':'string'}
            {'type':'string','default':'x','title':'T'}       | {'type':'string'}
            {'type':'array','prefixItems':[{}]}               | {'type':'array','items':{}}
            {'type':'array','items':[{'type':'string'}]}      | {'type':'array','items':{}}
            {'type':'array','items':'x'}                      | {'type':'array','items':{}}
            {'type':'object','patternProperties':{}}          | {'type':'object','properties':{}}
            {'properties':{'b':{}}}                           | {'type':'object','properties':{'b':{}}}
            {'description':'any'}                             | {}
            {'type':'date'}                                   | {}
            {'type':5}                                        | {}
            {'type':'string','description':5}                 | {'type':'string'}
            {'anyOf':{}}                                      | {}
            {'enum':'x'}                                      | {}
            false                                             | {}
            5                                                 | {}
            """)
    void what_no_codex_keeps_is_left_open(String property, String left) {
        ToolSchema schema = of(property, true);

        assertThat(schema.isWhole()).isFalse();
        assertThat(schema.reduced().at("/properties/a")).isEqualTo(read(left));
    }

    /** codex would take each of them for a string, or for an array of strings. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {'enum':[1,2]}                                    | {'type':'integer','enum':[1,2]}
            {'enum':['x',1,null]}                             | {'type':['string','integer','null'],'enum':['x',1,null]}
            {'const':1.5}                                     | {'type':'number','enum':[1.5]}
            {'type':'array'}                                  | {'type':'array','items':{}}
            {'type':['array','null']}                         | {'type':['array','null'],'items':{}}
            {'type':'object'}                                 | {'type':'object','properties':{}}
            true                                              | {}
            """)
    void what_codex_would_guess_is_said(String property, String said) {
        ToolSchema schema = of(property, false);

        assertThat(schema.isWhole()).isTrue();
        assertThat(schema.reduced().at("/properties/a")).isEqualTo(read(said));
    }

    @Test
    void the_root_is_an_object_and_its_dialect_is_no_loss() {
        ToolSchema schema = new ToolSchema((ObjectNode) read("{'$schema':'x','$comment':'y'}"), true);

        assertThat(schema.isWhole()).isTrue();
        assertThat(schema.reduced()).isEqualTo(read("{'type':'object','properties':{}}"));
    }

    @Test
    void a_long_schema_is_not_whole_where_codex_would_shorten_it() {
        String property = "{'type':'string','description':'" + "d".repeat(5_000) + "'}";

        assertThat(of(property, true).isWhole()).isFalse();
        assertThat(of(property, false).isWhole()).isTrue();
    }

    private static ToolSchema of(String property, boolean manyKeywords) {
        return new ToolSchema((ObjectNode) read("{'type':'object','properties':{'a':" + property + "}}"), manyKeywords);
    }

    private static JsonNode read(String json) {
        return JsonMapper.shared().readTree(json.replace('\'', '"'));
    }
}
