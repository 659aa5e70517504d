package dev.olp.provider;

import java.util.List;

/**
 * The tools of a request.
 *
 * @param offered in the client's order; empty for none, then the rest means nothing
 * @param choice whether one has to be called; one that is named is offered
 * @param parallel whether one answer may hold several calls; where not, the server itself drops all but the first
 */
public record Tools(List<Tool> offered, ToolChoice choice, boolean parallel) {
    public static final Tools NONE = new Tools(List.of(), new ToolChoice.Auto(), true);

    public Tools {
        offered = List.copyOf(offered);
        if (choice instanceof ToolChoice.Named(String name)
                && offered.stream().noneMatch(tool -> tool.name().equals(name))) {
            throw new IllegalArgumentException("choice: " + name + " (expected: a tool that is offered)");
        }
    }

    public boolean isEmpty() {
        return offered.isEmpty();
    }

    /** Whether an answer without a call is not what was asked for. */
    public boolean isForced() {
        return !offered.isEmpty() && !(choice instanceof ToolChoice.Auto);
    }
}
