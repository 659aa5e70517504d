package dev.olp.provider.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class CliLinesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":\"}\"}",
                "\uFEFF{\"a\":\"}\"}",
                "{\"a\":\"}\"}\r",
                "  \t{\"a\":\"}\"}  ",
                "\u001b[2K\u001b[1;33m{\"a\":\"}\"}\u001b[0m\r"
            })
    void an_object_is_found_among_marks_colours_and_blanks(String line) {
        ObjectNode node = Objects.requireNonNull(CliLines.object(line));

        assertThat(JsonFields.text(node, "a")).isEqualTo("}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "\uFEFF",
                "\u001b[",
                "\u001b[31",
                "text {}",
                "[1]",
                "1",
                "\"a\"",
                "null",
                "{",
                "{\"a\":",
                "{} x",
                "{}{}"
            })
    void anything_else_is_no_object(String line) {
        assertThat(CliLines.object(line)).isNull();
    }

    @Test
    void broken_utf8_is_no_reason_to_fail() {
        byte[] line = "{\"a\":\"x\"}".getBytes(StandardCharsets.UTF_8);
        line[6] = (byte) 0xff;

        assertThat(CliLines.object(line)).isNull();
    }

    @Test
    void fields_of_another_type_count_as_missing() {
        ObjectNode node = Objects.requireNonNull(CliLines.object("{\"t\":1,\"n\":\"1\",\"b\":\"true\"}"));

        assertThat(JsonFields.text(node, "t")).isNull();
        assertThat(JsonFields.number(node, "n", 7)).isEqualTo(7);
        assertThat(JsonFields.isTrue(node, "b")).isFalse();
    }
}
