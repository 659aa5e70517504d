package dev.olp.config;

import java.util.List;
import java.util.stream.Collectors;

/** The configuration cannot be used. Lists everything that is wrong, not only the first. */
public final class ConfigException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient List<Problem> problems;

    /** @param problems at least one */
    public ConfigException(List<Problem> problems) {
        super(problems.stream().map(Problem::message).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    public List<Problem> problems() {
        return problems;
    }
}
