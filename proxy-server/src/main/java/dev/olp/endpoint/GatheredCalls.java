package dev.olp.endpoint;

import dev.olp.provider.ChatEvent;
import dev.olp.provider.Turn;
import java.util.ArrayList;
import java.util.List;

/** The calls of an answer, put together while they come. */
final class GatheredCalls {
    private final List<ChatEvent.ToolCallStart> begun = new ArrayList<>();
    private final List<StringBuilder> arguments = new ArrayList<>();

    void clear() {
        begun.clear();
        arguments.clear();
    }

    void begin(ChatEvent.ToolCallStart call) {
        if (call.index() != begun.size()) {
            throw new IllegalStateException("call " + call.index() + " after " + begun.size() + " others");
        }
        begun.add(call);
        arguments.add(new StringBuilder());
    }

    void add(ChatEvent.ToolCallDelta delta) {
        arguments.get(delta.index()).append(delta.arguments());
    }

    /** In order, each with the arguments as the model wrote them: broken off where the answer was. */
    List<Turn.ToolCall> whole() {
        List<Turn.ToolCall> calls = new ArrayList<>();
        for (int i = 0; i < begun.size(); i++) {
            calls.add(new Turn.ToolCall(
                    begun.get(i).id(), begun.get(i).name(), arguments.get(i).toString()));
        }
        return calls;
    }
}
