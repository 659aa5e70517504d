package dev.olp.wire.responses;

import dev.olp.provider.Part;
import dev.olp.provider.Thought;
import dev.olp.provider.Turn;
import java.util.ArrayList;
import java.util.List;

/**
 * Items put together to turns: what the model said and called up to the next item of somebody else is one turn. What stands
 * between a call and the last output that answers it waits until then, since a result has to follow its call.
 */
final class InputTurns {
    private final List<String> system = new ArrayList<>();
    private final List<Turn> turns = new ArrayList<>();
    private final List<Turn> waiting = new ArrayList<>();
    private final List<Turn.Said> saying = new ArrayList<>();
    private boolean calling;
    private boolean answering;

    List<String> system() {
        return system;
    }

    List<Turn> turns() {
        return turns;
    }

    /** Whether outputs have come, but not yet all. */
    boolean isAnswering() {
        return answering;
    }

    void instructed(String text) {
        if (!text.isEmpty()) {
            system.add(text);
        }
    }

    void asked(List<Part> parts) {
        if (!calling && !answering) {
            end();
            turns.add(new Turn.User(parts));
        } else {
            waiting.add(new Turn.User(parts));
        }
    }

    void said(String text) {
        if (text.isEmpty()) {
            return;
        }
        if (answering) {
            waiting.add(new Turn.Assistant(text, List.of()));
        } else {
            saying.add(new Part.Text(text));
        }
    }

    /** Told only with what it led to, so a thought amid outputs is of no use. */
    void thought(Thought thought) {
        if (!answering) {
            saying.add(thought);
        }
    }

    void called(Turn.ToolCall call) {
        saying.add(call);
        calling = true;
    }

    /** @param last whether no call waits for its output now */
    void answered(Turn.Tool output, boolean last) {
        end();
        turns.add(output);
        answering = !last;
        if (last) {
            turns.addAll(waiting);
            waiting.clear();
        }
    }

    /** Ends what the model was saying. */
    void end() {
        if (!saying.stream().allMatch(Thought.class::isInstance)) {
            turns.add(new Turn.Assistant(saying));
        }
        saying.clear();
        calling = false;
    }
}
