package dev.olp.wire.chat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.olp.wire.ApiError;
import dev.olp.wire.ApiException;
import dev.olp.wire.UnsupportedParameters;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whatever comes in, it is read or refused with a 400 of ours. */
class ChatRequestFuzzTest {
    private static final String BODY = """
            {"model":"m","stream":true,"stream_options":{"include_usage":true},"max_tokens":5,"stop":["a","b"],"n":1,
             "temperature":0.5,"reasoning_effort":"low","tools":[{"type":"function","function":{"name":"f"}}],
             "tool_choice":{"type":"allowed_tools","allowed_tools":{"mode":"auto"}},"response_format":{"type":"text"},
             "modalities":["text"],"user":"u","metadata":{"a":"b"},"messages":[{"role":"system","content":"s"},
             {"role":"user","content":[{"type":"text","text":"hi 漢😀"},
              {"type":"image_url","image_url":{"url":"data:image/png;base64,iVBORw0KGgo="}}]},
             {"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function",
              "function":{"name":"f","arguments":"{\\"a\\":1}"}}]},
             {"role":"tool","tool_call_id":"c","content":"r"},
             {"role":"assistant","content":null,"function_call":{"name":"g","arguments":"{}"}},
             {"role":"function","name":"g","content":[{"type":"text","text":"r"}]},
             {"role":"assistant","content":[{"type":"thinking","thinking":"hm"}],"refusal":null},
             {"role":"user","content":"bye"}]}""";

    private static final List<String> VALUES = List.of(
            "null",
            "true",
            "0",
            "-1",
            "1e400",
            "1e-400",
            "99999999999999999999",
            "\"\"",
            "\"x\"",
            "\"\\u0000\"",
            "\"\\ud800\"",
            "[]",
            "{}",
            "[null]",
            "[[]]",
            "{\"\":{}}",
            "{\"type\":\"text\"}",
            "NaN",
            "[1,\"a\",{}]");

    @Test
    void the_body_that_is_mutated_is_sound() throws Exception {
        ChatRequestReader.read(BODY.getBytes(StandardCharsets.UTF_8), UnsupportedParameters.WARN);
    }

    @Test
    void any_value_in_any_place_is_read_or_refused() {
        int mutations = 0;
        for (int start = 0; start < BODY.length(); start++) {
            if (BODY.charAt(start) != ':' && BODY.charAt(start) != '[') {
                continue;
            }
            for (int end : new int[] {BODY.indexOf(',', start), BODY.indexOf('}', start), BODY.indexOf(']', start)}) {
                for (String value : VALUES) {
                    if (end > 0) {
                        readOrRefuse((BODY.substring(0, start + 1) + value + BODY.substring(end))
                                .getBytes(StandardCharsets.UTF_8));
                        mutations++;
                    }
                }
            }
        }
        assertThat(mutations).isGreaterThan(3_000);
    }

    @Test
    void any_bytes_are_read_or_refused() {
        Random random = new Random(21);
        byte[] sound = BODY.getBytes(StandardCharsets.UTF_8);
        for (int round = 0; round < 20_000; round++) {
            byte[] body = sound.clone();
            for (int i = random.nextInt(4); i >= 0; i--) {
                body[random.nextInt(body.length)] = (byte) random.nextInt(256);
            }
            readOrRefuse(random.nextInt(10) == 0 ? java.util.Arrays.copyOf(body, random.nextInt(body.length)) : body);
        }
    }

    private static void readOrRefuse(byte[] body) {
        try {
            ChatRequestReader.read(body, UnsupportedParameters.WARN);
        } catch (ApiException e) {
            ApiError error = e.error();
            assertThat(error.status()).isEqualTo(400);
            assertThat(error.code()).isIn("invalid_json", "invalid_value", "unsupported_parameter");
            assertThat(error.message()).hasSizeLessThan(500).endsWith(".");
        } catch (RuntimeException e) {
            fail("not an ApiException for " + new String(body, StandardCharsets.UTF_8), e);
        }
    }
}
