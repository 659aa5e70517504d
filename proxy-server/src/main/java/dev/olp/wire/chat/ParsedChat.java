package dev.olp.wire.chat;

import dev.olp.provider.ChatRequest;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A chat completions request that was read and found sound.
 *
 * @param requestedModel as asked, at most {@link ChatRequestReader#MAX_MODEL} characters; echoed in every reply
 * @param request the conversation in our own terms
 * @param stream whether the reply is streamed
 * @param includeUsage {@code stream_options.include_usage}; only ever true when streamed
 * @param ignoredParameters names for {@code X-OLP-Ignored-Params}, sorted, safe in a header; may be empty
 * @param user the client's {@code user} field; null for none
 * @param repeatable whether it asks for the same answer each time: {@code temperature} 0, or a {@code seed}
 * @param marked whether it marks anything with {@code cache_control}
 */
public record ParsedChat(
        String requestedModel,
        ChatRequest request,
        boolean stream,
        boolean includeUsage,
        List<String> ignoredParameters,
        @Nullable String user,
        boolean repeatable,
        boolean marked) {
    public ParsedChat {
        ignoredParameters = List.copyOf(ignoredParameters);
    }

    public boolean hasImages() {
        return request.hasImages();
    }

    /** The same, its tools left out and named among what is ignored. */
    public ParsedChat ignoringTools() {
        return ignoring("tools", request.withoutTools());
    }

    /** The same, one more name among what is ignored. */
    public ParsedChat ignoring(String name) {
        return ignoring(name, request);
    }

    private ParsedChat ignoring(String name, ChatRequest rest) {
        TreeSet<String> names = new TreeSet<>(ignoredParameters);
        names.add(name);
        return new ParsedChat(requestedModel, rest, stream, includeUsage, List.copyOf(names), user, repeatable, marked);
    }

    /** Without any text of the conversation: it would end up in a log. */
    @Override
    public String toString() {
        return "ParsedChat[" + request.turns().size() + " turns]";
    }
}
