package dev.olp.endpoint;

import dev.olp.provider.ChatEvent;
import dev.olp.provider.Part;
import dev.olp.provider.Thought;
import dev.olp.provider.Turn;
import java.util.ArrayList;
import java.util.List;

/** The content of an answer, put together in its order while it comes. */
final class GatheredContent {
    private final List<Piece> pieces = new ArrayList<>();
    private final List<Call> calls = new ArrayList<>();

    private sealed interface Piece {
        Turn.Said whole();
    }

    private record Words(StringBuilder text) implements Piece {
        @Override
        public Turn.Said whole() {
            return new Part.Text(text.toString());
        }
    }

    /** One that has no seal yet. */
    private record Reasoning(StringBuilder text) implements Piece {
        @Override
        public Turn.Said whole() {
            return sealed(Thought.UNSEALED, "");
        }

        Thought sealed(String kind, String seal) {
            return new Thought(kind, text.toString(), seal);
        }
    }

    private record Sealed(Thought whole) implements Piece {}

    private record Call(ChatEvent.ToolCallStart start, StringBuilder arguments) implements Piece {
        @Override
        public Turn.Said whole() {
            return new Turn.ToolCall(start.id(), start.name(), arguments.toString());
        }
    }

    void clear() {
        pieces.clear();
        calls.clear();
    }

    void say(String text) {
        if (pieces.isEmpty() || !(pieces.getLast() instanceof Words)) {
            pieces.add(new Words(new StringBuilder()));
        }
        if (pieces.getLast() instanceof Words words) {
            words.text().append(text);
        }
    }

    void think(String text) {
        if (pieces.isEmpty() || !(pieces.getLast() instanceof Reasoning)) {
            pieces.add(new Reasoning(new StringBuilder()));
        }
        if (pieces.getLast() instanceof Reasoning reasoning) {
            reasoning.text().append(text);
        }
    }

    void seal(ChatEvent.ThoughtSealed thought) {
        if (!pieces.isEmpty() && pieces.getLast() instanceof Reasoning reasoning) {
            pieces.set(pieces.size() - 1, new Sealed(reasoning.sealed(thought.kind(), thought.seal())));
        } else {
            pieces.add(new Sealed(new Thought(thought.kind(), "", thought.seal())));
        }
    }

    void begin(ChatEvent.ToolCallStart start) {
        if (start.index() != calls.size()) {
            throw new IllegalStateException("call " + start.index() + " after " + calls.size() + " others");
        }
        Call call = new Call(start, new StringBuilder());
        calls.add(call);
        pieces.add(call);
    }

    void add(ChatEvent.ToolCallDelta delta) {
        calls.get(delta.index()).arguments().append(delta.arguments());
    }

    /** In order; arguments as the model wrote them: broken off where the answer was. */
    List<Turn.Said> whole() {
        return pieces.stream().map(Piece::whole).toList();
    }
}
