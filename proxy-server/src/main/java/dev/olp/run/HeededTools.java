package dev.olp.run;

import dev.olp.isolation.contract.ExitStatus;
import dev.olp.provider.ChatEvent;
import dev.olp.provider.Dialogue;
import dev.olp.provider.DialogueEnd;
import dev.olp.provider.Fault;
import dev.olp.provider.FinishReason;
import dev.olp.provider.Step;
import dev.olp.provider.ToolChoice;
import dev.olp.provider.Tools;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A dialogue whose answer heeds what its request says of calls, whether its CLI was told or not: one call where there may
 * only be one, only the tool that is named, and where a call is forced no text, and no good end without one.
 */
final class HeededTools implements Dialogue {
    private final Dialogue dialogue;
    private final Tools tools;
    /** Ours by the dialogue's own. */
    private final Map<Integer, Integer> indexes = new HashMap<>();

    private final List<ChatEvent> held = new ArrayList<>();

    HeededTools(Dialogue dialogue, Tools tools) {
        this.dialogue = dialogue;
        this.tools = tools;
    }

    @Override
    public Step opening() {
        return heed(dialogue.opening());
    }

    @Override
    public Step accept(byte[] line) {
        return heed(dialogue.accept(line));
    }

    private Step heed(Step step) {
        List<ChatEvent> heeded = new ArrayList<>();
        step.events().forEach(event -> take(event, heeded));
        return new Step(heeded, step.writes(), step.closeStdin(), step.ending());
    }

    private void take(ChatEvent event, List<ChatEvent> out) {
        switch (event) {
            case ChatEvent.ToolCallStart(int index, String id, String name) -> {
                if (isWanted(name)) {
                    out.addAll(held);
                    held.clear();
                    out.add(new ChatEvent.ToolCallStart(indexes.size(), id, name));
                    indexes.put(index, indexes.size());
                }
            }
            case ChatEvent.ToolCallDelta(int index, String arguments) -> {
                Integer ours = indexes.get(index);
                if (ours != null) {
                    out.add(new ChatEvent.ToolCallDelta(ours, arguments));
                }
            }
            case ChatEvent.TextDelta _ -> {
                if (!tools.isForced()) {
                    out.add(event);
                }
            }
            // shown too early it would keep the next hop from being tried
            case ChatEvent.ReasoningDelta _, ChatEvent.ThoughtSealed _ ->
                (tools.isForced() && indexes.isEmpty() ? held : out).add(event);
            case ChatEvent.UsageReport _, ChatEvent.RateLimitReport _, ChatEvent.StopMet _ -> out.add(event);
        }
    }

    private boolean isWanted(String called) {
        boolean named = !(tools.choice() instanceof ToolChoice.Named(String name)) || name.equals(called);
        return named && (tools.parallel() || indexes.isEmpty());
    }

    @Override
    public DialogueEnd end(ExitStatus exit, String stderrTail) {
        DialogueEnd end = dialogue.end(exit, stderrTail);
        if (!(end instanceof DialogueEnd.Finished finished)) {
            return end;
        }
        boolean whole = finished.reason() == FinishReason.STOP || finished.reason() == FinishReason.TOOL_CALLS;
        if (!whole || (indexes.isEmpty() && !tools.isForced() && finished.reason() == FinishReason.STOP)) {
            return end;
        }
        return indexes.isEmpty()
                ? new DialogueEnd.Failed(Fault.of(Fault.Kind.NO_CALL, "the answer holds no call that was asked for"))
                : new DialogueEnd.Finished(FinishReason.TOOL_CALLS, finished.usage());
    }

    @Override
    public int skipped() {
        return dialogue.skipped();
    }
}
