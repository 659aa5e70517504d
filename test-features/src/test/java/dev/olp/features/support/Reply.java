package dev.olp.features.support;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One whole HTTP response.
 *
 * @param headers by lower-case name
 * @param body without its transfer coding
 */
public record Reply(int status, Map<String, List<String>> headers, byte[] body) {

    /** The first value of a header; empty without one. */
    public String header(String lowerCaseName) {
        return headers.getOrDefault(lowerCaseName, List.of("")).getFirst();
    }

    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    public JsonNode json() {
        return JsonMapper.shared().readTree(body);
    }

    /** The error's code. */
    public String errorCode() {
        return json().path("error").path("code").asString("");
    }

    /** The text of a whole chat completion. */
    public String content() {
        return json().at("/choices/0/message/content").asString("");
    }

    public String finishReason() {
        return json().at("/choices/0/finish_reason").asString("");
    }
}
