package dev.olp.provider.openai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.provider.OutputFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StrictSchemaTest {
    private static final String CLOSED = "\"additionalProperties\":false";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'type':'object','properties':{},'required':[],'additionalProperties':false}",
                "{'$schema':'http://json-schema.org/draft-07/schema#','type':'object','properties':{'a':{'type':['string','null']},"
                        + "'b':{'type':'array','items':{'$ref':'#/$defs/n'}}},'required':['a','b'],'additionalProperties':false,"
                        + "'$defs':{'n':{'anyOf':[{'type':'integer'},{'enum':['x']}]}}}"
            })
    void whatOpenAiTakesAsStrictFits(String schema) {
        assertThat(fits(schema)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{'type':'array','items':{'type':'string'}}",
                "{'type':'object'}",
                "{'type':'object','properties':{'a':{'type':'string'}},'required':['a']}",
                "{'type':'object','properties':{'a':{'type':'string'}},'required':[],'additionalProperties':false}",
                "{'type':'object','properties':{'a':{}},'required':['a'],'additionalProperties':false}",
                "{'type':'object','properties':{'a':{'type':'object'}},'required':['a'],'additionalProperties':false}",
                "{'type':'object','properties':{'a':{'type':'string','maxLength':3}},'required':['a'],'additionalProperties':false}",
                "{'type':'object','properties':{'a':{'oneOf':[{'type':'string'}]}},'required':['a'],'additionalProperties':false}",
                "{'type':'object','properties':{'a':{'type':'string','format':'regex'}},'required':['a'],'additionalProperties':false}",
                "{'type':'object','properties':{'a':true},'required':['a'],'additionalProperties':false}",
                "{'type':'object','properties':{},'required':[],'additionalProperties':false,'anyOf':[{'type':'object'}]}"
            })
    void allElseDoesNot(String schema) {
        assertThat(fits(schema)).isFalse();
    }

    @Test
    void whatIsTooDeepOrNoSchemaDoesNot() {
        StringBuilder schema = new StringBuilder();
        for (int level = 0; level < 12; level++) {
            schema.append("{\"type\":\"object\",\"required\":[\"a\"],")
                    .append(CLOSED)
                    .append(",\"properties\":{\"a\":");
        }
        schema.append("{\"type\":\"string\"}").append("}}".repeat(12));

        assertThat(fits(schema.toString())).isFalse();
        assertThat(StrictSchema.fits(new OutputFormat.JsonObject())).isFalse();
        assertThat(StrictSchema.fits(new OutputFormat.Text())).isFalse();
    }

    private static boolean fits(String schema) {
        return StrictSchema.fits(new OutputFormat.JsonSchema("n", "", schema.replace('\'', '"')));
    }
}
