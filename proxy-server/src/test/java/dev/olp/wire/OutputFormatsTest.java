package dev.olp.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.olp.provider.OutputFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class OutputFormatsTest {
    private final IgnoredNames ignored = new IgnoredNames();

    @Test
    void theThreeKindsAreRead() throws ApiException {
        assertThat(OutputFormats.nested(null, "f", ignored)).isEqualTo(new OutputFormat.Text());
        assertThat(nested("{\"type\":\"text\"}")).isEqualTo(new OutputFormat.Text());
        assertThat(nested("{\"type\":\"json_object\"}")).isEqualTo(new OutputFormat.JsonObject());
        assertThat(
                        nested(
                                "{\"type\":\"json_schema\",\"json_schema\":{\"name\":\"n\",\"description\":\"d\",\"strict\":true,\"schema\":{\"type\":\"object\"}}}"))
                .isEqualTo(new OutputFormat.JsonSchema("n", "d", "{\"type\":\"object\"}"));
        assertThat(flat("{\"type\":\"json_schema\",\"name\":\"n\",\"schema\":{}}"))
                .isEqualTo(new OutputFormat.JsonSchema("n", "", "{}"));
        assertThat(flat("{\"type\":\"json_schema\",\"schema\":{}}"))
                .isEqualTo(new OutputFormat.JsonSchema("answer", "", "{}"));
        assertThat(ignored.sorted()).isEmpty();
    }

    @Test
    void whatNobodyKnowsIsNamed() throws ApiException {
        nested("{\"type\":\"json_schema\",\"json_schema\":{\"name\":\"n\",\"schema\":{},\"extra\":1}}");

        assertThat(ignored.sorted()).containsExactly("f.json_schema.extra");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {}                                                                              | f.type
            {"type":"grammar"}                                                              | f.type
            {"type":"json_schema"}                                                          | f.json_schema
            {"type":"json_schema","json_schema":{"schema":{}}}                              | f.json_schema.name
            {"type":"json_schema","json_schema":{"name":"a b","schema":{}}}                 | f.json_schema.name
            {"type":"json_schema","json_schema":{"name":"a"}}                               | f.json_schema.schema
            {"type":"json_schema","json_schema":{"name":"a","schema":[]}}                   | f.json_schema.schema
            {"type":"json_schema","json_schema":{"name":"a","schema":{"type":"objekt"}}}    | f.json_schema.schema
            {"type":"json_schema","json_schema":{"name":"a","schema":{},"strict":"yes"}}    | f.json_schema.strict
            """)
    void whatIsWrongIsToldWithItsPlace(String format, String place) {
        assertThatThrownBy(() -> nested(format)).isInstanceOfSatisfying(ApiException.class, refused -> {
            assertThat(refused.error().status()).isEqualTo(400);
            assertThat(refused.error().type()).isEqualTo("invalid_request_error");
            assertThat(refused.error().param()).isEqualTo(place);
        });
    }

    private OutputFormat nested(String format) throws ApiException {
        return OutputFormats.nested(json(format), "f", ignored);
    }

    private OutputFormat flat(String format) throws ApiException {
        return OutputFormats.flat(json(format), "f", ignored);
    }

    private static ObjectNode json(String text) {
        return (ObjectNode) JsonMapper.shared().readTree(text);
    }
}
