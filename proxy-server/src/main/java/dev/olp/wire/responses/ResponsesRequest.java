package dev.olp.wire.responses;

import dev.olp.wire.chat.ParsedChat;
import org.jspecify.annotations.Nullable;

/** A Responses request that was read and found sound, and what its answer has to know of it. */
public final class ResponsesRequest {
    private final ParsedChat chat;
    private final ResponseEcho echo;
    private final ToolNames names;
    private final byte @Nullable [] items;

    /** @param items of the conversation up to here, where the response is to be kept */
    ResponsesRequest(ParsedChat chat, ResponseEcho echo, ToolNames names, byte @Nullable [] items) {
        this.chat = chat;
        this.echo = echo;
        this.names = names;
        this.items = items;
    }

    /** In our own terms. */
    public ParsedChat chat() {
        return chat;
    }

    /** UTF-8 JSON; null where the response is not to be kept. */
    public byte @Nullable [] items() {
        return items;
    }

    ResponseEcho echo() {
        return echo;
    }

    ToolNames names() {
        return names;
    }
}
