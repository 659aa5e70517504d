package dev.olp.provider.openai;

import dev.olp.provider.ChatEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One kind of text of an answer (the answer's own, or its reasoning) that comes as deltas and again whole, item by item.
 * Each item's text is passed on once, items are a blank line apart, and what came in pieces must be what came whole.
 */
final class AnswerText {
    private final boolean reasoning;
    private final Map<String, StringBuilder> open = new HashMap<>();
    private final Set<String> complete = new HashSet<>();
    private boolean begun;

    AnswerText(boolean reasoning) {
        this.reasoning = reasoning;
    }

    /** A piece of an item. */
    List<ChatEvent> delta(String item, String piece) {
        if (piece.isEmpty()) {
            return List.of();
        }
        StringBuilder soFar = open.get(item);
        if (soFar == null) {
            soFar = new StringBuilder();
            open.put(item, soFar);
        }
        boolean first = soFar.isEmpty();
        soFar.append(piece);
        return emit(first, piece);
    }

    /** A further part of the same item begins. */
    List<ChatEvent> nextPart(String item) {
        StringBuilder soFar = open.get(item);
        return soFar == null || soFar.isEmpty() ? List.of() : delta(item, "\n\n");
    }

    /**
     * A whole item; what its pieces did not bring is passed on.
     *
     * @throws Disagreement when its pieces said something else
     */
    List<ChatEvent> whole(String item, String text) throws Disagreement {
        if (!complete.add(item)) {
            return List.of();
        }
        StringBuilder soFar = open.remove(item);
        if (soFar == null) {
            return text.isEmpty() ? List.of() : emit(true, text);
        }
        if (!text.startsWith(soFar.toString())) {
            throw new Disagreement();
        }
        String rest = text.substring(soFar.length());
        return rest.isEmpty() ? List.of() : emit(false, rest);
    }

    /** Whether a piece of the item came. */
    boolean hasPieces(String item) {
        return open.containsKey(item);
    }

    /** Whether a piece came of an item that was never given whole. */
    boolean hasLooseEnds() {
        return !open.isEmpty();
    }

    /** Whether any text was passed on. */
    boolean begun() {
        return begun;
    }

    private List<ChatEvent> emit(boolean itemBegins, String text) {
        List<ChatEvent> events = new ArrayList<>();
        String shown = itemBegins && begun ? "\n\n" + text : text;
        events.add(reasoning ? new ChatEvent.ReasoningDelta(shown) : new ChatEvent.TextDelta(shown));
        begun = true;
        return events;
    }

    /** The pieces of an item are not the item. */
    static final class Disagreement extends Exception {
        private static final long serialVersionUID = 1;
    }
}
