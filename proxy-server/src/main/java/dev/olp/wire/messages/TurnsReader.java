package dev.olp.wire.messages;

import dev.olp.provider.Thought;
import dev.olp.provider.Turn;
import dev.olp.wire.ApiException;
import dev.olp.wire.IgnoredNames;
import dev.olp.wire.OpenCalls;
import dev.olp.wire.Shape;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code messages} as turns. Of a user message each tool result is a turn of its own, before what the user says. An assistant
 * message in which nothing can be told to a provider is left out.
 */
final class TurnsReader {
    private final IgnoredNames ignored;
    private final OpenCalls calls = new OpenCalls();
    private final List<Turn> turns = new ArrayList<>();
    private final List<String> system = new ArrayList<>();
    private final Set<String> loaded = new HashSet<>();

    TurnsReader(IgnoredNames ignored) {
        this.ignored = ignored;
    }

    List<Turn> turns() {
        return turns;
    }

    /** The names of tools that results have loaded. */
    Set<String> loaded() {
        return loaded;
    }

    /** The texts of all messages of the role system. */
    List<String> system() {
        return system;
    }

    void read(@Nullable JsonNode messages) throws ApiException {
        if (!(messages instanceof ArrayNode array) || array.isEmpty()) {
            throw Shape.bad("messages", "is required and must be a non-empty array.");
        }
        for (int i = 0; i < array.size(); i++) {
            String path = "messages[" + i + "]";
            message(Shape.element(array.get(i), path), path);
        }
        calls.requireAnswered();
        if (turns.isEmpty()) {
            throw Shape.bad("messages", "must hold at least one user message.");
        }
        if (turns.getLast() instanceof Turn.Assistant) {
            throw Shape.bad(
                    "messages", "must end in a user message: an answer can't be begun for the model (prefill).");
        }
    }

    private void message(ObjectNode message, String path) throws ApiException {
        ignored.unknown(message, "messages[].", Set.of("role", "content"));
        String role = Shape.requiredString(message, "role", path + ".role");
        BlocksReader blocks = new BlocksReader(calls, ignored);
        switch (role) {
            case "user" -> {
                blocks.user(Shape.field(message, "content"), path + ".content");
                calls.requireAnswered();
                turns.addAll(blocks.results());
                loaded.addAll(blocks.loaded());
                if (!blocks.parts().isEmpty()) {
                    turns.add(new Turn.User(blocks.parts()));
                } else if (blocks.results().isEmpty()) {
                    throw Shape.bad(path + ".content", "must hold some text, an image or a tool result.");
                }
            }
            case "assistant" -> {
                calls.requireAnswered();
                blocks.assistant(Shape.field(message, "content"), path + ".content");
                if (!blocks.said().stream().allMatch(Thought.class::isInstance)) {
                    turns.add(new Turn.Assistant(blocks.said()));
                }
            }
            case "system" ->
                system.addAll(BlocksReader.system(Shape.field(message, "content"), path + ".content", ignored));
            default -> throw Shape.bad(path + ".role", "must be user, assistant or system.");
        }
    }
}
