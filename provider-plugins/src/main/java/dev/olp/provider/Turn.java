package dev.olp.provider;

import java.util.List;

/** One turn of a conversation. */
public sealed interface Turn {
    /**
     * What the user said.
     *
     * @param parts text and images in order; not empty
     */
    record User(List<Part> parts) implements Turn {
        public User {
            parts = List.copyOf(parts);
        }
    }

    /**
     * What the model said.
     *
     * @param text all text, possibly empty when it only called tools
     * @param toolCalls its calls in order
     */
    record Assistant(String text, List<ToolCall> toolCalls) implements Turn {
        public Assistant {
            toolCalls = List.copyOf(toolCalls);
        }
    }

    /**
     * The result of one tool call.
     *
     * @param callId the id of a call in an earlier assistant turn
     * @param parts text and images in order; may be empty
     * @param isError whether the client says that the tool failed
     */
    record Tool(String callId, List<Part> parts, boolean isError) implements Turn {
        public Tool {
            parts = List.copyOf(parts);
        }
    }

    /**
     * A call that the model made.
     *
     * @param id unique in the conversation
     * @param name the tool's name
     * @param arguments a JSON object as text, as the client sent it
     */
    record ToolCall(String id, String name, String arguments) {}
}
