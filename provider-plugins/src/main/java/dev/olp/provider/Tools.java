package dev.olp.provider;

import java.util.List;
import java.util.function.UnaryOperator;

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

    /** Those that an answer may call. */
    public List<Tool> callable() {
        return choice instanceof ToolChoice.Named(String name)
                ? offered.stream().filter(tool -> tool.name().equals(name)).toList()
                : offered;
    }

    /**
     * What a model is told of the choice by a CLI that cannot force a call.
     *
     * @param upstreamName the model's name for a tool, by the client's
     * @return empty when it has a choice
     */
    public String instruction(UnaryOperator<String> upstreamName) {
        if (!isForced()) {
            return "";
        }
        return choice instanceof ToolChoice.Named(String name)
                ? "Answer with a call of the tool " + upstreamName.apply(name) + ", without any text."
                : "Answer with a call of at least one of your tools, without any text.";
    }

    /** Whether an answer without a call is not what was asked for. */
    public boolean isForced() {
        return !offered.isEmpty() && !(choice instanceof ToolChoice.Auto);
    }
}
