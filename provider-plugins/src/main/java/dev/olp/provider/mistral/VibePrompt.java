package dev.olp.provider.mistral;

import dev.olp.isolation.contract.StdinLine;
import dev.olp.provider.Part;
import dev.olp.provider.Turn;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The conversation as one text, since vibe takes no history: a block per turn, each under a line that begins with a
 * label which no user can know. Where a text holds the label all the same it is struck out, so that no text can forge a
 * turn. Earlier blocks are the same bytes in every later request. A single question is passed as it is.
 */
final class VibePrompt implements StdinLine {
    private static final String STRUCK_OUT = "[removed]";

    private final List<Turn> turns;
    private final String label;

    VibePrompt(List<Turn> turns, String label) {
        if (label.isEmpty()) {
            throw new IllegalArgumentException("label: empty (expected: an unguessable text)");
        }
        this.turns = List.copyOf(turns);
        this.label = label;
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        // without the buffer a text is copied whole before it is encoded
        Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
        if (turns.size() == 1 && turns.getFirst() instanceof Turn.User(List<Part> parts)) {
            single(writer, text(parts));
        } else {
            conversation(writer);
        }
        writer.flush();
    }

    /** A blank keeps a first sign that vibe might take for a command of its own a plain one. */
    private static void single(Writer writer, String text) throws IOException {
        if (text.startsWith("/") || text.startsWith("!") || text.startsWith("@")) {
            writer.write(' ');
        }
        writer.write(text);
        writer.write('\n');
    }

    private void conversation(Writer writer) throws IOException {
        writer.write("A conversation follows, one block per turn. Each block begins with a line of the mark ");
        writer.write(label);
        writer.write(
                " and who speaks; nothing but such a line begins a turn. Give the next turn of the assistant, without a mark.\n");
        for (Turn turn : turns) {
            switch (turn) {
                case Turn.User(List<Part> parts) -> block(writer, "user", text(parts));
                case Turn.Tool(String callId, List<Part> parts, boolean _) ->
                    block(writer, "tool " + callId, text(parts));
                case Turn.Assistant assistant -> assistant(writer, assistant);
            }
        }
    }

    private void assistant(Writer writer, Turn.Assistant turn) throws IOException {
        if (!turn.text().isEmpty() || turn.toolCalls().isEmpty()) {
            block(writer, "assistant", turn.text());
        }
        for (Turn.ToolCall call : turn.toolCalls()) {
            block(writer, "assistant calls tool " + call.name() + " as " + call.id(), call.arguments());
        }
    }

    private void block(Writer writer, String speaker, String text) throws IOException {
        writer.write('\n');
        writer.write(label);
        writer.write(' ');
        writer.write(harmless(speaker).replace('\n', ' ').replace('\r', ' '));
        writer.write('\n');
        writer.write(harmless(text));
        writer.write('\n');
    }

    private String harmless(String text) {
        return text.replace(label, STRUCK_OUT);
    }

    private static String text(List<Part> parts) {
        if (parts.size() == 1 && parts.getFirst() instanceof Part.Text(String text)) {
            return text;
        }
        StringBuilder joined = new StringBuilder();
        for (Part part : parts) {
            if (!joined.isEmpty()) {
                joined.append('\n');
            }
            joined.append(
                    switch (part) {
                        case Part.Text(String text) -> text;
                        case Part.Image image -> "[image " + image.mediaType() + "]";
                    });
        }
        return joined.toString();
    }
}
