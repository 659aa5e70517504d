package dev.olp.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonBodyTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "{\"a\":}",
                "{\"a\":NaN}",
                "{\"a\":Infinity}",
                "{'a':1}",
                "{\"a\":01}",
                "{\"a\":1,}",
                "{\"a\":1}x",
                "{\"a\":1}{}",
                "{\"a\":1,\"a\":2}",
                "{\"a\":{\"b\":1,\"b\":2}}",
                "{\"a\":\"\n\"}",
                "{\"a\":\"\\q\"}",
                "{\"a\":tru",
                "secret"
            })
    void what_is_no_sound_json_is_refused_without_an_excerpt(String body) {
        ApiError error = refusal(body.getBytes(StandardCharsets.UTF_8));

        assertThat(error.status()).isEqualTo(400);
        assertThat(error.code()).isEqualTo("invalid_json");
        assertThat(error.message()).doesNotContain("secret");
    }

    @Test
    void a_fault_is_told_with_line_and_column() {
        assertThat(refusal("{\n  \"a\": x}".getBytes(StandardCharsets.UTF_8)).message())
                .contains("line 2, column 8");
    }

    @Test
    void damaged_utf8_is_refused_in_short_and_in_long_texts() {
        for (int length : new int[] {1, StringToken.LONG + 10}) {
            byte[] body = ("{\"a\":\"" + "x".repeat(length) + "\"}").getBytes(StandardCharsets.UTF_8);
            body[body.length - 3] = (byte) 0xC3;
            assertThat(refusal(body).code()).isEqualTo("invalid_json");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, StringToken.LONG + 10})
    void nul_is_refused_with_its_place(int length) {
        String text = "x".repeat(length) + "\\u0000";
        assertThat(refusal(("{\"a\":[{\"b\":1},{\"c\":\"" + text + "\"}]}").getBytes(StandardCharsets.UTF_8)))
                .extracting(ApiError::code, ApiError::param)
                .containsExactly("invalid_value", "a[1].c");
        assertThat(refusal(("{\"a\":[1,\"" + text + "\"]}").getBytes(StandardCharsets.UTF_8))
                        .param())
                .isEqualTo("a[1]");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, StringToken.LONG + 10})
    void lone_surrogates_become_the_replacement_character(int length) throws Exception {
        String text = "x".repeat(length);
        assertThat(value("{\"a\":\"" + text + "\\ud83d|\\ude00|\\ud83d\\ude00|\\ud83d\\u0041\"}"))
                .isEqualTo(text + "\uFFFD|\uFFFD|😀|\uFFFDA");
    }

    @Test
    void a_byte_order_mark_is_tolerated_also_before_long_texts() throws Exception {
        String text = "ü\\n".repeat(StringToken.LONG);
        assertThat(value("\uFEFF{\"a\":\"x\"}")).isEqualTo("x");
        assertThat(value("\uFEFF{\"a\":\"" + text + "\"}")).isEqualTo("ü\n".repeat(StringToken.LONG));
        assertThat(refusal("\uFEFF".getBytes(StandardCharsets.UTF_8)).code()).isEqualTo("invalid_json");
    }

    @Test
    void depth_count_names_and_numbers_are_bounded() throws Exception {
        assertThat(JsonBody.parse(nested(JsonBody.MAX_DEPTH))).isNotNull();
        assertThat(refusal(nested(JsonBody.MAX_DEPTH + 1)).message()).contains("too complex");
        assertThat(refusal(nested(1_000_000)).code()).isEqualTo("invalid_json");
        assertThat(refusal(("{\"a\":[1" + ",1".repeat(JsonBody.MAX_TOKENS) + "]}").getBytes(StandardCharsets.UTF_8))
                        .code())
                .isEqualTo("invalid_json");
        assertThat(refusal(("{\"" + "n".repeat(60_000) + "\":1}").getBytes(StandardCharsets.UTF_8))
                        .code())
                .isEqualTo("invalid_json");
        assertThat(refusal(("{\"a\":" + "9".repeat(401) + "}").getBytes(StandardCharsets.UTF_8))
                        .code())
                .isEqualTo("invalid_json");
    }

    @Test
    void a_long_text_is_decoded_as_a_short_one_would_be() throws Exception {
        Random random = new Random(19);
        String[] pieces = {
            "a",
            "Z ",
            "é",
            "漢",
            "😀",
            "\\n",
            "\\t",
            "\\r",
            "\\b",
            "\\f",
            "\\\"",
            "\\\\",
            "\\/",
            "\\u00e9",
            "\\u6f22",
            "\\ud83d\\ude00",
            "\\ud83d",
            "\\udc00",
            "\\uD83D\\uD83D\\uDE00"
        };
        for (int round = 0; round < 20; round++) {
            StringBuilder wire = new StringBuilder();
            StringBuilder expected = new StringBuilder();
            while (wire.length() <= StringToken.LONG) {
                String piece = pieces[random.nextInt(pieces.length)] + "x";
                wire.append(piece);
                expected.append(value("{\"a\":\"" + piece + "\"}"));
            }
            assertThat(value("{\"a\":\"" + wire + "\"}")).isEqualTo(expected.toString());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\uFEFF"})
    void a_long_text_costs_no_more_than_its_bytes_twice(String mark) throws Exception {
        byte[] body = (mark + "{\"a\":[{\"b\":\"" + "line of text\\n".repeat(400_000) + "\"}]}")
                .getBytes(StandardCharsets.UTF_8);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        JsonBody.parse(body);

        long before = threads.getCurrentThreadAllocatedBytes();
        JsonBody.parse(body);

        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(body.length * 2L + 1_000_000);
    }

    private static byte[] nested(int depth) {
        return ("{\"a\":" + "[".repeat(depth - 1) + "]".repeat(depth - 1) + "}").getBytes(StandardCharsets.UTF_8);
    }

    private static String value(String body) throws ApiException {
        return JsonBody.parse(body.getBytes(StandardCharsets.UTF_8)).get("a").stringValue();
    }

    private static ApiError refusal(byte[] body) {
        return catchThrowableOfType(ApiException.class, () -> JsonBody.parse(body))
                .error();
    }
}
