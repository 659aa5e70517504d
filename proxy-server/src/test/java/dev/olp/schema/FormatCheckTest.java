package dev.olp.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.provider.OutputFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FormatCheckTest {
    private static final OutputFormat OBJECT = new OutputFormat.JsonObject();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":1}",
                "  {\"a\":1}\n",
                "```json\n{\"a\":1}\n```",
                "```\n{\"a\":1}\n```\n",
                "\n```JSON\r\n{\"a\":1}```"
            })
    void oneDocumentIsFoundAlsoInAFence(String text) {
        assertThat(FormatCheck.unfenced(OBJECT, text)).isEqualTo(new FormatCheck("{\"a\":1}", null));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "   ",
                "Here it is: {}",
                "{} That was it.",
                "{\"a\":1",
                "{\"a\":1}{\"a\":1}",
                "{\"a\":1,\"a\":2}",
                "{a:1}",
                "{\"a\":NaN}",
                "[]",
                "1",
                "null",
                "```json\n{}\n```\nDone."
            })
    void allElseIsComplainedOf(String text) {
        assertThat(FormatCheck.unfenced(OBJECT, text).complaint()).isNotBlank();
    }

    @Test
    void aDocumentOfASchemaMayBeAnyValueThatItAllows() {
        OutputFormat numbers =
                new OutputFormat.JsonSchema("n", "", "{\"type\":\"array\",\"items\":{\"type\":\"integer\"}}");

        assertThat(FormatCheck.exact(numbers, "[1,2]").complaint()).isNull();
        assertThat(FormatCheck.exact(numbers, "[1,\"2\"]").complaint()).contains("/1");
        assertThat(FormatCheck.exact(numbers, "```\n[1]\n```").complaint()).isNotNull();
    }

    @Test
    void whatIsTooLargeOrTooDeepIsNotTaken() {
        String large = "\"" + "a".repeat(FormatCheck.MAX_CHARACTERS) + "\"";
        String deep = "[".repeat(FormatCheck.MAX_DEPTH + 1) + "]".repeat(FormatCheck.MAX_DEPTH + 1);
        OutputFormat anything = new OutputFormat.JsonSchema("n", "", "{}");

        assertThat(FormatCheck.exact(anything, large).complaint()).contains("longer");
        assertThat(FormatCheck.exact(anything, deep).complaint()).isNotNull();
    }
}
