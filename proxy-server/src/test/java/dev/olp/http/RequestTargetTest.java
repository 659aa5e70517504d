package dev.olp.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestTargetTest {
    @ParameterizedTest
    @CsvSource({
        "/, /",
        "//, /",
        "/v1/models/, /v1/models",
        "/v1//models, /v1/models",
        "//v1/chat/completions, /v1/chat/completions",
        "/v1/v1/x, /v1/v1/x",
        "/%76%31/%6dodels, /v1/models",
        "/v1/models/a%2fb, /v1/models/a%2Fb",
        "/v1/models/a%3ab, /v1/models/a%3Ab",
        "/v1/%2576, /v1/%2576",
        "/a...b/..c, /a...b/..c",
        "http://localhost:1/v1/x, /v1/x",
        "HTTPS://h, /",
    })
    void one_spelling_for_each_path(String target, String path) {
        assertThat(RequestTarget.parse(target).path()).isEqualTo(path);
    }

    @ParameterizedTest
    @CsvSource({"/a?b=1&c=%2f, b=1&c=%2f", "/a/?x?y, x?y", "http://h?q, q", "/a?, ''", "/a, ''"})
    void the_query_stays_raw(String target, String query) {
        assertThat(RequestTarget.parse(target).query()).isEqualTo(query);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "v1",
                "*",
                "localhost:80",
                "ftp://h/x",
                "/a/../b",
                "/..",
                "/a/.",
                "/%2e%2E/b",
                "/a%",
                "/a%4",
                "/a%zz",
                "/a%00b",
                "/a%0d%0ab",
                "/a%7f",
                "/a\\b",
                "/a%5cb",
                "/a#b",
                "/é",
                "/a b",
                "/a\u0000"
            })
    void what_could_be_read_in_two_ways_is_refused(String target) {
        assertThatThrownBy(() -> RequestTarget.parse(target)).isInstanceOf(IllegalArgumentException.class);
    }
}
