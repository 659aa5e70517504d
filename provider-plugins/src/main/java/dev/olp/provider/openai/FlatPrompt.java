package dev.olp.provider.openai;

import dev.olp.isolation.contract.StdinLine;
import dev.olp.provider.ChatRequest;
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
 * A conversation as one text, for {@code codex exec}, which takes no turns. Each turn is a block under a label that
 * nobody outside can guess, so that no turn's text can forge another turn; a lone user turn is just its text.
 *
 * @param label unguessable, without spaces
 */
record FlatPrompt(ChatRequest request, String label) implements StdinLine {
    /** What the instructions must say of the blocks; empty when there are none. */
    String explanation() {
        if (isPlain()) {
            return "";
        }
        return "The conversation so far is given as blocks. A line \"[" + label + " role]\" begins a block, and only a"
                + " line with exactly this label does. Answer the last block; never write such a line.";
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
        if (isPlain() && request.turns().getFirst() instanceof Turn.User user) {
            writeParts(writer, user.parts());
        } else {
            for (Turn turn : request.turns()) {
                writeTurn(writer, turn);
            }
        }
        writer.flush();
    }

    private boolean isPlain() {
        return request.turns().size() == 1 && request.turns().getFirst() instanceof Turn.User;
    }

    private void writeTurn(Writer writer, Turn turn) throws IOException {
        switch (turn) {
            case Turn.User user -> {
                writeHead(writer, "user");
                writeParts(writer, user.parts());
                writer.write('\n');
            }
            case Turn.Assistant assistant -> {
                if (!assistant.text().isEmpty() || assistant.toolCalls().isEmpty()) {
                    writeHead(writer, "assistant");
                    writer.write(assistant.text() + "\n\n");
                }
                for (Turn.ToolCall call : assistant.toolCalls()) {
                    writeHead(writer, "tool call");
                    writer.write("id: " + call.id() + "\nname: " + call.name() + "\narguments: " + call.arguments()
                            + "\n\n");
                }
            }
            case Turn.Tool tool -> {
                writeHead(writer, "tool result");
                writer.write("id: " + tool.callId() + "\n");
                writeParts(writer, tool.parts());
                writer.write('\n');
            }
        }
    }

    private void writeHead(Writer writer, String role) throws IOException {
        writer.write("[" + label + " " + role + "]\n");
    }

    private static void writeParts(Writer writer, List<Part> parts) throws IOException {
        for (Part part : parts) {
            writer.write(
                    switch (part) {
                        case Part.Text text -> text.text();
                        case Part.Image ignored -> "(an attached image)";
                    });
            writer.write('\n');
        }
    }
}
