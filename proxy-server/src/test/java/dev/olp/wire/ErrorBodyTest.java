package dev.olp.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ErrorBodyTest {
    @Test
    void all_four_keys_stand_there_even_without_a_param() {
        assertThat(body(ApiError.of(404, "model_not_found", "No model “x”.")))
                .isEqualTo("{\"error\":{\"message\":\"No model “x”.\",\"type\":\"not_found_error\",\"param\":null,"
                        + "\"code\":\"model_not_found\"}}");
    }

    @Test
    void a_param_is_written_as_it_is() {
        assertThat(body(ApiError.badValue("messages[0].role", "say \"hi\"")))
                .isEqualTo("{\"error\":{\"message\":\"say \\\"hi\\\"\",\"type\":\"invalid_request_error\","
                        + "\"param\":\"messages[0].role\",\"code\":\"invalid_value\"}}");
    }

    @Test
    void a_lone_surrogate_becomes_the_replacement_character() {
        assertThat(body(ApiError.badValue("a\uD800", "b\uDC00c😀"))).contains("a\uFFFD", "b\uFFFDc😀");
    }

    private static String body(ApiError error) {
        return new String(ErrorBody.openAi(error), StandardCharsets.UTF_8);
    }
}
