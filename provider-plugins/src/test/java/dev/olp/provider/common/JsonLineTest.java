package dev.olp.provider.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonLineTest {
    @Test
    void a_line_is_one_value_and_a_line_feed() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        JsonLine.of(json -> json.writeString("a\nb")).writeTo(out);
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("\"a\\nb\"\n");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 1_000_000})
    void a_pipe_without_a_reader_is_an_IOException(int length) {
        IOException broken = new IOException("Broken pipe");
        OutputStream out = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw broken;
            }
        };
        JsonLine line = JsonLine.of(json -> json.writeString("x".repeat(length)));
        assertThatThrownBy(() -> line.writeTo(out)).isSameAs(broken);
    }
}
