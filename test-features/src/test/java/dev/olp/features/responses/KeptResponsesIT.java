package dev.olp.features.responses;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.RawHttp;
import dev.olp.features.support.Reply;
import dev.olp.features.support.SseReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Responses that a client comes back to. */
class KeptResponsesIT {
    private static final String CLAUDE = "claude-sonnet-4-6";
    private static final String ANSWER = "Hello from the stand-in. Unicode: é中😀 end.";
    private static final String ALLOW = "X-OLP-Cache: allow";
    private static final String PATH = "/v1/responses";

    @RegisterExtension
    static final OlpServer olp = OlpServer.with().standIns().server();

    @Test
    void a_conversation_goes_on_where_it_was() throws IOException {
        String first = id(olp.post(PATH, body("one", "")));
        List<SseReader.Event> events =
                stream(body("two", "\"stream\":true,\"previous_response_id\":\"" + first + "\""));
        String second = events.getLast().json().at("/response/id").asString();
        olp.post(
                "/v1/chat/completions",
                Bodies.chat(
                        CLAUDE,
                        false,
                        Bodies.message("user", "one"),
                        Bodies.message("assistant", ANSWER),
                        Bodies.message("user", "two"),
                        Bodies.message("assistant", ANSWER),
                        Bodies.message("user", "three")),
                ALLOW);

        Reply third = olp.post(PATH, body("three", "\"previous_response_id\":\"" + second + "\""), ALLOW);

        assertThat(third.status()).as(third::text).isEqualTo(200);
        assertThat(third.header("x-olp-cache")).as("the same conversation").isEqualTo("hit");
        assertThat(third.json().path("previous_response_id").asString()).isEqualTo(second);
        assertThat(olp.get(PATH + "/" + second).json())
                .isEqualTo(events.getLast().json().path("response"));
    }

    @Test
    void it_can_be_read_again_until_it_is_deleted() throws IOException {
        Reply made = olp.post(PATH, body("one", ""));
        String path = PATH + "/" + id(made);

        assertThat(olp.get(path).json()).isEqualTo(made.json());
        assertThat(olp.request("DELETE", path).text())
                .isEqualTo("{\"id\":\"" + id(made) + "\",\"object\":\"response\",\"deleted\":true}");
        assertMissing(olp.get(path), 404, "response_not_found");
        assertMissing(olp.request("DELETE", path), 404, "response_not_found");
    }

    @Test
    void who_asks_for_nothing_to_be_kept_finds_nothing() throws IOException {
        Reply made = olp.post(PATH, body("one", "\"store\":false"));

        assertThat(made.json().path("store").booleanValue()).isFalse();
        assertMissing(olp.get(PATH + "/" + id(made)), 404, "response_not_found");
        assertMissing(
                olp.post(PATH, body("two", "\"previous_response_id\":\"" + id(made) + "\"")),
                400,
                "previous_response_not_found");
    }

    @Test
    void another_keys_response_is_one_that_there_is_not() throws IOException {
        String id = id(olp.post(PATH, body("one", "")));
        String guest = olp.post("/v0/management/keys", "{\"name\": \"Ada\"}")
                .json()
                .path("token")
                .asString();

        assertMissing(as(guest, "GET", PATH + "/" + id, ""), 404, "response_not_found");
        assertMissing(as(guest, "DELETE", PATH + "/" + id, ""), 404, "response_not_found");
        assertMissing(
                as(guest, "POST", PATH, body("two", "\"previous_response_id\":\"" + id + "\"")),
                400,
                "previous_response_not_found");
        assertMissing(
                as(
                        guest,
                        "POST",
                        PATH,
                        "{\"model\":\"" + CLAUDE + "\",\"input\":[{\"type\":\"item_reference\",\"id\":\"msg_"
                                + id.substring("resp_".length()) + "_0\"}]}"),
                404,
                "item_not_found");
        assertThat(olp.get(PATH + "/" + id).status()).isEqualTo(200);
    }

    @Test
    void tokens_are_estimated_and_nothing_is_compacted() throws IOException {
        Reply counted = olp.post(PATH + "/input_tokens", "{\"model\":\"sonnet\",\"input\":\"12345678\"}");

        assertThat(counted.text()).isEqualTo("{\"object\":\"response.input_tokens\",\"input_tokens\":2}");
        assertThat(counted.header("x-olp-usage")).isEqualTo("estimated");
        assertMissing(olp.post(PATH + "/compact", body("one", "")), 404, "unsupported_endpoint");
    }

    private static void assertMissing(Reply reply, int status, String code) {
        assertThat(reply.status() + " " + reply.errorCode()).as(reply::text).isEqualTo(status + " " + code);
    }

    private static String id(Reply made) {
        assertThat(made.status()).as(made::text).isEqualTo(200);
        return made.json().path("id").asString();
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

    private static List<SseReader.Event> stream(String body) throws IOException {
        try (RawHttp http = olp.connect()) {
            http.post(PATH, olp.token(), body.getBytes(StandardCharsets.UTF_8));
            return http.events(http.head()).all();
        }
    }

    private static String body(String text, String members) {
        return "{\"model\":\"" + CLAUDE + "\",\"input\":" + Bodies.quote(text)
                + (members.isEmpty() ? "" : "," + members) + "}";
    }
}
