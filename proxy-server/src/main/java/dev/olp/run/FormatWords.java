package dev.olp.run;

import dev.olp.provider.ChatRequest;
import dev.olp.provider.OutputFormat;
import dev.olp.provider.Part;
import dev.olp.provider.Turn;
import java.util.ArrayList;
import java.util.List;

/** What a model is told of the format of its answer. */
final class FormatWords {
    private FormatWords() {}

    /** The request for a provider that cannot be told of a format: it stands behind the client's own system texts. */
    static ChatRequest inWords(ChatRequest chat) {
        List<String> system = new ArrayList<>(chat.system());
        system.add(words(chat.format()));
        return chat.saying(system, chat.turns()).withFormat(new OutputFormat.Text());
    }

    private static String words(OutputFormat format) {
        return switch (format) {
            case OutputFormat.Text() -> "";
            case OutputFormat.JsonObject() ->
                "When you answer, give one JSON object and nothing else: no words before or behind it, no code fence.";
            case OutputFormat.JsonSchema(String name, String description, String schema) ->
                "When you answer, give one JSON document and nothing else: no words before or behind it, no code fence. "
                        + "It is called " + name + (description.isEmpty() ? "" : " (" + description + ")")
                        + " and has to be valid against this JSON Schema:\n" + schema;
        };
    }

    /**
     * The same request once more.
     *
     * @param answer what came instead
     * @param complaint what is wrong with it
     */
    static ChatRequest again(ChatRequest chat, String answer, String complaint) {
        List<Turn> turns = new ArrayList<>(chat.turns());
        if (!answer.isBlank()) {
            turns.add(new Turn.Assistant(answer, List.of()));
        }
        turns.add(new Turn.User(List.of(new Part.Text("That answer is not in the format that was asked for: "
                + complaint + ".\nGive the whole answer again, corrected: the JSON document and nothing else."))));
        return chat.saying(chat.system(), turns);
    }
}
