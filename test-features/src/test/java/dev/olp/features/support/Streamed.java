package dev.olp.features.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** A streamed chat completion, read to its end. */
public record Streamed(Reply head, List<SseReader.Event> events) {

    /** The chunks, without comments and without {@code [DONE]}. */
    public List<JsonNode> chunks() {
        return events.stream()
                .filter(e -> !e.comment() && !e.isDone())
                .map(SseReader.Event::json)
                .toList();
    }

    public String content() {
        return events.stream().map(SseReader.Event::content).collect(Collectors.joining());
    }

    public String reasoning() {
        return chunks().stream()
                .map(c -> c.at("/choices/0/delta/reasoning_content").asString(""))
                .collect(Collectors.joining());
    }

    /** Every finish reason in the stream. */
    public List<String> finishReasons() {
        return chunks().stream()
                .map(c -> c.at("/choices/0/finish_reason").asString(""))
                .filter(reason -> !reason.isEmpty())
                .toList();
    }

    /** The code of the in-stream error; empty without one. */
    public String errorCode() {
        return chunks().stream()
                .map(c -> c.at("/error/code").asString(""))
                .filter(code -> !code.isEmpty())
                .findFirst()
                .orElse("");
    }

    /** Holds what the contract says of every good stream. */
    public Streamed assertWellFormed() {
        assertThat(head.status()).isEqualTo(200);
        assertThat(head.header("content-type")).isEqualTo("text/event-stream; charset=utf-8");
        assertThat(head.header("transfer-encoding")).isEqualTo("chunked");
        assertThat(head.header("cache-control")).isEqualTo("no-cache, no-transform");
        assertThat(head.header("x-accel-buffering")).isEqualTo("no");
        assertThat(events.stream().filter(SseReader.Event::isDone)).as("[DONE]").hasSize(1);
        assertThat(events.getLast().isDone()).as("[DONE] is last").isTrue();
        List<JsonNode> chunks = chunks();
        assertThat(chunks.getFirst().at("/choices/0/delta/role").asString("")).isEqualTo("assistant");
        assertThat(chunks.stream().filter(c -> c.at("/choices/0/delta").has("role")))
                .as("role chunks")
                .hasSize(1);
        for (String field : List.of("id", "created", "model", "object")) {
            assertThat(chunks.stream().map(c -> c.path(field).toString()).distinct())
                    .as(field)
                    .hasSize(1);
        }
        assertThat(finishReasons()).as("finish reasons").hasSize(1);
        return this;
    }

    /** Holds what the contract says of a stream that failed after it began. */
    public Streamed assertFailed(String code) {
        assertThat(head.status()).isEqualTo(200);
        assertThat(errorCode()).isEqualTo(code);
        assertThat(events.stream().filter(SseReader.Event::isDone)).as("[DONE]").isEmpty();
        assertThat(finishReasons()).as("finish reasons").isEmpty();
        assertThat(chunks().getLast().path("error").propertyNames())
                .containsExactlyInAnyOrder("message", "type", "param", "code");
        return this;
    }
}
