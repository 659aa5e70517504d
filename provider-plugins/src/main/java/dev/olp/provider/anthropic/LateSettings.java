package dev.olp.provider.anthropic;

import dev.olp.isolation.contract.StdinLine;
import dev.olp.provider.ChatRequest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a process that was started ahead is told late instead of by argv and environment. A run must not go on before
 * each of it was granted: it would ask another model.
 */
final class LateSettings {
    private final @Nullable String model;
    private final List<StdinLine> lines;
    private final Set<String> open;

    private LateSettings(@Nullable String model, List<StdinLine> lines, Set<String> open) {
        this.model = model;
        this.lines = List.copyOf(lines);
        this.open = open;
    }

    /** For a process whose argv says it all. */
    static LateSettings none() {
        return new LateSettings(null, List.of(), new HashSet<>());
    }

    static LateSettings of(String model, ChatRequest request) {
        List<StdinLine> lines = new ArrayList<>();
        Set<String> open = new HashSet<>();
        lines.add(ClaudeControl.settings(model, ClaudeLaunch.effort(request.effort())));
        open.add(ClaudeControl.SETTINGS_ID);
        if (ClaudeLaunch.mustNotThink(model, request)) {
            lines.add(ClaudeControl.noThinking());
            open.add(ClaudeControl.THINKING_ID);
        }
        return new LateSettings(model, lines, open);
    }

    /** They come first. */
    List<StdinLine> before(StdinLine next) {
        List<StdinLine> all = new ArrayList<>(lines);
        all.add(next);
        return all;
    }

    /** Whether the answer with this id is to one of them, which is granted from now on. */
    boolean grant(@Nullable String id) {
        return id != null && open.remove(id);
    }

    boolean granted() {
        return open.isEmpty();
    }

    /** Whether the run would ask another model than it was told to. */
    boolean contradicts(@Nullable String told) {
        return model != null && !model.equals(told);
    }
}
