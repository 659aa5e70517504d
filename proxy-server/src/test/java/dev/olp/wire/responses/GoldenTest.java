package dev.olp.wire.responses;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.provider.ChatRequest;
import dev.olp.provider.FinishReason;
import dev.olp.provider.Part;
import dev.olp.provider.Thought;
import dev.olp.provider.Tool;
import dev.olp.provider.Turn;
import dev.olp.provider.Usage;
import dev.olp.wire.UnsupportedParameters;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A turn of codex 0.171.0, cut to its shapes: what it asks in our own terms, and what it is told. */
class GoldenTest {
    @Test
    void what_codex_asks() throws Exception {
        ResponsesRequest request = request();

        List<String> lines = new ArrayList<>(terms(request.chat().request()));
        lines.add("ignored " + String.join(", ", request.chat().ignoredParameters()));

        assertThat(String.join("\n", lines) + "\n").isEqualTo(text("codex-turn.txt"));
    }

    @Test
    void what_codex_is_told() throws Exception {
        ResponseFrames frames = new ResponseFrames("2", 1_700_000_000, request(), NoHistory.NONE);
        ByteArrayOutputStream told = new ByteArrayOutputStream();
        told.writeBytes(frames.start());
        told.writeBytes(frames.reasoning("Now "));
        told.writeBytes(frames.reasoning("edit."));
        told.writeBytes(frames.thought(Thought.OPENAI, "gBBB"));
        told.writeBytes(frames.text("Editing é"));
        told.writeBytes(frames.text("."));
        told.writeBytes(frames.call(0, "call_4", "apply_patch"));
        told.writeBytes(frames.arguments(0, "{\"input\":\"*** Begin"));
        told.writeBytes(frames.arguments(0, " Patch\\n\"}"));
        told.writeBytes(frames.call(1, "call_5", "exec_command"));
        told.writeBytes(frames.arguments(1, "{\"cmd\":"));
        told.writeBytes(frames.arguments(1, "\"ls\"}"));
        told.writeBytes(frames.finish(FinishReason.TOOL_CALLS, new Usage(100, 20, 0, 15, 5), false));
        told.writeBytes(frames.done());

        assertThat(told.toString(StandardCharsets.UTF_8)).isEqualTo(text("codex-answer.sse"));
    }

    private static List<String> terms(ChatRequest request) {
        List<String> lines = new ArrayList<>();
        request.system().forEach(system -> lines.add("system " + oneLine(system)));
        for (Turn turn : request.turns()) {
            switch (turn) {
                case Turn.User user -> lines.add("user " + parts(user.parts()));
                case Turn.Tool tool -> lines.add("tool " + tool.callId() + " " + parts(tool.parts()));
                case Turn.Assistant said -> {
                    StringBuilder line = new StringBuilder("assistant");
                    said.thoughts()
                            .forEach(thought -> line.append(
                                    " [%s %s %s]".formatted(thought.kind(), thought.text(), thought.seal())));
                    lines.add((line + " " + oneLine(said.text())).strip());
                    said.toolCalls()
                            .forEach(call -> lines.add("  " + call.id() + " " + call.name() + " " + call.arguments()));
                }
            }
        }
        for (Tool tool : request.tools().offered()) {
            lines.add("offers " + tool.name() + ": " + oneLine(tool.description()) + " " + tool.inputSchema());
        }
        lines.add("choice " + request.tools().choice() + " parallel "
                + request.tools().parallel());
        lines.add("effort " + request.effort());
        return lines;
    }

    private static String parts(List<Part> parts) {
        return String.join(
                " ",
                parts.stream()
                        .map(part -> switch (part) {
                            case Part.Text text -> oneLine(text.text());
                            case Part.Image image -> "[" + image.mediaType() + " " + image.base64() + "]";
                        })
                        .toList());
    }

    private static String oneLine(String text) {
        return text.replace('\n', '|');
    }

    private static ResponsesRequest request() throws Exception {
        return ResponsesRequestReader.read(
                text("codex-turn.json").getBytes(StandardCharsets.UTF_8), UnsupportedParameters.WARN, NoHistory.NONE);
    }

    private static String text(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(GoldenTest.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
