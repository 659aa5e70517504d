package dev.olp.run;

import dev.olp.provider.ChatRequest;
import dev.olp.provider.Part;
import dev.olp.provider.Thought;
import dev.olp.provider.Tool;
import dev.olp.provider.Turn;
import java.util.List;

/** A rough count of input tokens, four characters each, for a provider that reports none. */
public final class InputEstimate {
    private static final int CHARACTERS_PER_TOKEN = 4;

    private InputEstimate() {}

    /** Tokens of system texts, turns and tools; images count nothing. */
    public static long of(ChatRequest request) {
        long characters = request.system().stream().mapToLong(String::length).sum();
        for (Tool tool : request.tools().offered()) {
            characters += tool.name().length()
                    + tool.description().length()
                    + tool.inputSchema().length();
        }
        for (Turn turn : request.turns()) {
            characters += switch (turn) {
                case Turn.User user -> characters(user.parts());
                case Turn.Assistant assistant ->
                    assistant.said().stream()
                            .mapToLong(InputEstimate::characters)
                            .sum();
                case Turn.Tool tool -> characters(tool.parts());
            };
        }
        return (characters + CHARACTERS_PER_TOKEN - 1) / CHARACTERS_PER_TOKEN;
    }

    /** Of a thought what can be read: nobody knows how long the sealed one is. */
    private static long characters(Turn.Said said) {
        return switch (said) {
            case Part.Text text -> text.text().length();
            case Thought thought -> thought.text().length();
            case Turn.ToolCall call -> call.name().length() + call.arguments().length();
        };
    }

    private static long characters(List<Part> parts) {
        return parts.stream()
                .mapToLong(part -> part instanceof Part.Text text ? text.text().length() : 0)
                .sum();
    }
}
