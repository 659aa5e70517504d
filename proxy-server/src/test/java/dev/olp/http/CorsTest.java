package dev.olp.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.wire.ApiError;
import java.util.List;
import org.junit.jupiter.api.Test;

/** S08, S09 */
class CorsTest {
    private static final RequestHandler UNAUTHORISED =
            (request, sink) -> sink.fail(ApiError.of(401, "missing_api_key", "No key."));

    @Test
    void a_preflight_needs_no_key_and_echoes_the_headers_it_asks_for() {
        try (TestDoor door = TestDoor.with(UNAUTHORISED);
                RawClient client = door.connect()) {
            client.send(
                    "OPTIONS /v1/chat/completions HTTP/1.1",
                    "Host: localhost",
                    "Origin: https://app.example",
                    "Access-Control-Request-Method: POST",
                    "Access-Control-Request-Headers: authorization, x-stainless-os,bad name,<x>, x-stainless-lang",
                    "",
                    "");
            RawClient.Reply reply = client.reply();
            assertThat(reply.status()).isEqualTo(204);
            assertThat(reply.headers())
                    .containsEntry("access-control-allow-origin", "*")
                    .containsEntry("access-control-allow-headers", "authorization, x-stainless-os, x-stainless-lang")
                    .containsEntry("access-control-allow-methods", "GET, HEAD, POST, OPTIONS")
                    .containsKeys("access-control-max-age", "x-request-id")
                    .doesNotContainKeys("content-length", "access-control-allow-credentials");
            assertThat(client.post("/v1/chat/completions", "{}").reply().status())
                    .isEqualTo(401);
        }
    }

    @Test
    void every_reply_under_v1_can_be_read_by_a_page_errors_included() {
        try (TestDoor door = TestDoor.with(UNAUTHORISED)) {
            try (RawClient client = door.connect()) {
                RawClient.Reply reply =
                        client.get("/v1/x", "Origin: https://app.example").reply();
                assertThat(reply.header("access-control-allow-origin")).isEqualTo("*");
                assertThat(reply.header("access-control-expose-headers"))
                        .contains("x-request-id", "retry-after", "x-ratelimit-remaining-requests", "x-olp-cache");
            }
            try (RawClient client = door.connect()) {
                client.send("GET /v1/x HTTP/1.1", "Host: localhost", "X: " + "a".repeat(20_000), "", "");
                assertThat(client.reply().headers()).containsEntry("access-control-allow-origin", "*");
            }
        }
    }

    @Test
    void management_and_dashboard_never_carry_them() {
        try (TestDoor door = TestDoor.with(UNAUTHORISED);
                RawClient client = door.connect()) {
            for (String path : new String[] {"/v0/management/keys", "/dashboard", "/health", "/v1x", "/"}) {
                client.send("OPTIONS " + path + " HTTP/1.1", "Host: localhost", "Origin: https://app.example", "", "");
                RawClient.Reply preflight = client.reply();
                assertThat(preflight.status()).isEqualTo(204);
                assertThat(preflight.headers().keySet()).noneMatch(name -> name.startsWith("access-control"));
                assertThat(client.get(path, "Origin: https://app.example")
                                .reply()
                                .headers()
                                .keySet())
                        .noneMatch(name -> name.startsWith("access-control"));
            }
        }
    }

    @Test
    void options_without_an_origin_names_the_methods() {
        try (TestDoor door = TestDoor.with(UNAUTHORISED);
                RawClient client = door.connect()) {
            for (String target : new String[] {"/v1/models", "*"}) {
                client.send("OPTIONS " + target + " HTTP/1.1", "Host: localhost", "", "");
                RawClient.Reply reply = client.reply();
                assertThat(reply.status()).isEqualTo(204);
                assertThat(reply.header("allow")).isEqualTo("GET, HEAD, POST, OPTIONS");
            }
        }
    }

    @Test
    void with_listed_origins_only_those_are_let_in_and_caches_are_told() {
        TestDoor.Options options = TestDoor.options();
        options.origins = List.of("https://app.example", "http://localhost:3000");
        try (TestDoor door = options.start(UNAUTHORISED);
                RawClient client = door.connect()) {
            assertThat(client.get("/v1/x", "Origin: http://localhost:3000")
                            .reply()
                            .headers())
                    .containsEntry("access-control-allow-origin", "http://localhost:3000")
                    .containsEntry("vary", "Origin");
            assertThat(client.get("/v1/x", "Origin: https://evil.example")
                            .reply()
                            .headers())
                    .doesNotContainKey("access-control-allow-origin")
                    .containsEntry("vary", "Origin");
            assertThat(client.get("/v1/x").reply().headers()).containsEntry("vary", "Origin");
        }
    }

    @Test
    void a_preflight_with_a_body_does_not_spoil_the_connection() {
        try (TestDoor door = TestDoor.with(TestDoor::echo);
                RawClient client = door.connect()) {
            client.send("OPTIONS /v1/x HTTP/1.1", "Host: localhost", "Content-Length: 5", "", "hello");
            assertThat(client.reply().status()).isEqualTo(204);
            assertThat(client.get("/v1/x").reply().text()).isEqualTo("GET /v1/x ");
        }
    }
}
