package dev.olp.provider.openai;

import dev.olp.provider.ChatRequest;
import dev.olp.provider.Part;
import dev.olp.provider.Turn;
import java.util.List;

/**
 * Whether codex may echo the history. It echoes each item on a line of its own, and lines have a cap (8 MiB by default);
 * a conversation with a larger item runs without raw events, at the price of seeing a tool call only by its second call
 * of the provider.
 */
final class EchoSize {
    /** UTF-16 units of one item; each is at most 3 bytes of UTF-8, while base64 and ASCII are 1. */
    private static final long LARGEST_ITEM = 2L << 20;

    private EchoSize() {}

    static boolean fits(ChatRequest request) {
        long system = request.system().stream().mapToLong(String::length).sum();
        // some models get all tools as one item; a schema may be told twice
        long tools = request.tools().offered().stream()
                .mapToLong(tool ->
                        tool.description().length() + 2L * tool.inputSchema().length())
                .sum();
        return system <= LARGEST_ITEM
                && tools <= LARGEST_ITEM
                && request.turns().stream().allMatch(turn -> size(turn) <= LARGEST_ITEM);
    }

    private static long size(Turn turn) {
        return switch (turn) {
            case Turn.User user -> size(user.parts());
            case Turn.Tool tool -> size(tool.parts());
            case Turn.Assistant assistant ->
                assistant.text().length()
                        + assistant.toolCalls().stream()
                                .mapToLong(call -> call.arguments().length())
                                .sum();
        };
    }

    private static long size(List<Part> parts) {
        long size = 0;
        for (Part part : parts) {
            size += switch (part) {
                case Part.Text text -> text.text().length();
                case Part.Image image -> image.base64().length();
            };
        }
        return size;
    }
}
