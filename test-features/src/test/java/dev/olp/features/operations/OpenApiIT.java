package dev.olp.features.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.RawHttp;
import dev.olp.features.support.Reply;
import dev.olp.features.support.SseReader;
import dev.olp.features.support.Streamed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What the OpenAPI document says of replies is what they are. */
class OpenApiIT {
    private static final String MANAGEMENT = "/v0/management/";
    private static final String KEYS = MANAGEMENT + "keys";
    private static final String KEY = KEYS + "/{id}";

    @RegisterExtension
    static final OlpServer olp = OlpServer.with()
            .standIns()
            .set("/providers/openai/credentials/work", "{}")
            .server();

    @Test
    void every_operation_answers_as_the_document_says() throws IOException {
        ApiDocument document =
                new ApiDocument(olp.get(MANAGEMENT + "openapi.json").json());
        document.check("POST", "/v1/chat/completions", olp.chat(Bodies.chat("sonnet", "hi")));
        document.check("POST", "/v1/chat/completions", olp.chat(Bodies.chat("sonnet", "{{exit:3}}")));
        document.check("POST", "/v1/chat/completions", olp.chat("{"));
        String message =
                "{\"model\":\"sonnet\",\"max_tokens\":9,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";
        document.check("POST", "/v1/messages", olp.post("/v1/messages", message));
        document.check("POST", "/v1/messages", olp.post("/v1/messages", "{"));
        document.check("POST", "/v1/messages/count_tokens", olp.post("/v1/messages/count_tokens", message));
        document.check("POST", "/v1/messages/count_tokens", olp.post("/v1/messages/count_tokens", "{"));
        String response = "{\"model\":\"sonnet\",\"input\":\"hi\"}";
        Reply kept = document.check("POST", "/v1/responses", olp.post("/v1/responses", response));
        String keptId = "/v1/responses/" + kept.json().path("id").stringValue();
        document.check("GET", "/v1/responses/{id}", olp.get(keptId));
        document.check("DELETE", "/v1/responses/{id}", olp.request("DELETE", keptId));
        document.check("DELETE", "/v1/responses/{id}", olp.request("DELETE", keptId));
        document.check("GET", "/v1/responses/{id}", olp.get(keptId));
        document.check("POST", "/v1/responses/input_tokens", olp.post("/v1/responses/input_tokens", response));
        document.check("POST", "/v1/responses/input_tokens", olp.post("/v1/responses/input_tokens", "{"));
        document.check("POST", "/v1/responses/compact", olp.post("/v1/responses/compact", response));
        document.check("POST", "/v1/responses", olp.post("/v1/responses", "{"));
        document.check("GET", "/v1/models", olp.get("/v1/models"));
        document.check("GET", "/v1/models", olp.get("/v1/models", "anthropic-version: 2023-06-01"));
        document.check("GET", "/v1/models/{id}", olp.get("/v1/models/sonnet"));
        document.check("GET", "/v1/models/{id}", olp.get("/v1/models/sonnet", "anthropic-version: 2023-06-01"));
        document.check("GET", "/v1/models/{id}", olp.get("/v1/models/none"));
        document.check("GET", "/v1/usage", olp.get("/v1/usage"));
        document.check("GET", "/health", olp.get("/health"));
        document.check("GET", "/health", as("wrong", "GET", "/health", ""));
        document.check("GET", "/cache/stats", olp.get("/cache/stats"));
        document.check("DELETE", "/cache", olp.request("DELETE", "/cache"));
        document.check("DELETE", "/cache", as("wrong", "DELETE", "/cache", ""));
        keys(document);
        for (String name : new String[] {
            "status",
            "health",
            "providers",
            "chains",
            "config",
            "usage",
            "audit",
            "openapi.json",
            "quota",
            "dashboard-data"
        }) {
            document.check("GET", MANAGEMENT + name, olp.get(MANAGEMENT + name));
            document.check("GET", MANAGEMENT + name, as("wrong", "GET", MANAGEMENT + name, ""));
        }
        document.check("GET", MANAGEMENT + "chains", olp.get(MANAGEMENT + "chains?model=haiku"));
        document.check("POST", MANAGEMENT + "reload", olp.post(MANAGEMENT + "reload", ""));

        Set<String> left = new TreeSet<>(document.operations());
        left.removeAll(document.seen());
        assertThat(left)
                .as("a drain ends the server, and has a test of its own")
                .containsExactly("POST /v0/management/drain");
    }

    private static void keys(ApiDocument document) throws IOException {
        document.check("GET", KEYS, olp.get(KEYS));
        Reply made = document.check(
                "POST",
                KEYS,
                olp.post(KEYS, "{\"name\": \"Ada\", \"models\": [\"sonnet\"], \"accounts\": {\"openai\": \"work\"}}"));
        String token = made.json().path("token").stringValue();
        String id = KEYS + "/" + made.json().path("id").stringValue();
        document.check("POST", KEYS, olp.post(KEYS, "{\"surprise\": 1}"));
        document.check("GET", KEY, olp.get(id));
        document.check("GET", KEY, olp.get(KEYS + "/none"));
        document.check("PATCH", KEY, as(OlpServer.OWNER_TOKEN, "PATCH", id, "{\"notes\": \"hers\"}"));
        document.check("GET", KEY + "/limits", olp.get(id + "/limits"));
        document.check(
                "PATCH",
                KEY + "/limits",
                as(
                        OlpServer.OWNER_TOKEN,
                        "PATCH",
                        id + "/limits",
                        "{\"usd_per_month\": 2.5, \"concurrent\": \"none\"}"));
        document.check(
                "POST", "/v1/chat/completions", as(token, "POST", "/v1/chat/completions", Bodies.chat("sonnet", "hi")));
        document.check("GET", "/v1/usage", as(token, "GET", "/v1/usage", ""));
        document.check("GET", MANAGEMENT + "status", as(token, "GET", MANAGEMENT + "status", ""));
        document.check("POST", KEY + "/rotate", olp.post(id + "/rotate", "{}"));
        document.check("POST", KEY + "/invite", olp.post(id + "/invite", "{}"));
        Reply manifest = document.check("GET", KEY + "/manifest", olp.get(id + "/manifest"));
        ObjectNode copy = (ObjectNode) manifest.json();
        copy.put("id", "key_of_another_home").put("name", "Ada again").put("token_hash", "0".repeat(64));
        document.check(
                "POST",
                KEYS + "/import",
                olp.post(
                        KEYS + "/import",
                        JsonMapper.shared()
                                .createObjectNode()
                                .set("manifest", copy)
                                .toString()));
        document.check("DELETE", KEY, olp.request("DELETE", id));
        document.check("POST", KEY + "/rotate", olp.post(id + "/rotate", "{}"));
        document.check("POST", KEY + "/erase", olp.post(id + "/erase", "{}"));
    }

    @Test
    void each_chunk_of_a_stream_is_as_the_document_says() throws IOException {
        ApiDocument api = new ApiDocument(olp.get(MANAGEMENT + "openapi.json").json());
        Streamed answer =
                olp.stream(Bodies.with(Bodies.stream("sonnet", "hi"), "\"stream_options\": {\"include_usage\": true}"));

        answer.assertWellFormed();
        for (SseReader.Event event : answer.events()) {
            if (!event.isDone() && !event.comment()) {
                api.validate("chunk", api.schema("ChatChunk"), event.text());
            }
        }
    }

    @Test
    void a_reply_that_is_not_as_the_document_says_is_found() throws IOException {
        ApiDocument api = new ApiDocument(olp.get(MANAGEMENT + "openapi.json").json());

        for (String wrong : new String[] {"{}", "{\"error\": {\"message\": \"x\"}, \"more\": 1}", "[]"}) {
            assertThatThrownBy(() -> api.validate("wrong", api.schema("Error"), wrong))
                    .isInstanceOf(AssertionError.class);
        }
    }

    private static Reply as(String token, String method, String path, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        try (RawHttp http = olp.connect()) {
            return http.send(method + " " + path + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + token
                            + "\r\nContent-Type: application/json\r\nContent-Length: " + bytes.length + "\r\n\r\n")
                    .send(bytes)
                    .reply();
        }
    }
}
