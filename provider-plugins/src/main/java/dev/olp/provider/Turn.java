package dev.olp.provider;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
     * @param said in its order; empty when it said nothing
     */
    record Assistant(List<Said> said) implements Turn {
        public Assistant {
            said = List.copyOf(said);
        }

        /**
         * Some text, then calls.
         *
         * @param text all of it; empty when it only called tools
         */
        public Assistant(String text, List<ToolCall> toolCalls) {
            this(Stream.<Said>concat(text.isEmpty() ? Stream.of() : Stream.of(new Part.Text(text)), toolCalls.stream())
                    .toList());
        }

        /** All text, a line break between two pieces; possibly empty. */
        public String text() {
            return of(Part.Text.class).map(Part.Text::text).collect(Collectors.joining("\n"));
        }

        /** Its calls in order. */
        public List<ToolCall> toolCalls() {
            return of(ToolCall.class).toList();
        }

        /** Its thoughts in order. */
        public List<Thought> thoughts() {
            return of(Thought.class).toList();
        }

        private <T extends Said> Stream<T> of(Class<T> kind) {
            return said.stream().filter(kind::isInstance).map(kind::cast);
        }
    }

    /** A piece of what a model said. */
    sealed interface Said permits Part.Text, Thought, ToolCall {}

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
    record ToolCall(String id, String name, String arguments) implements Said {}
}
