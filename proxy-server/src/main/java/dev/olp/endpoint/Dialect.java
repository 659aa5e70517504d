package dev.olp.endpoint;

import dev.olp.http.InboundRequest;
import dev.olp.wire.AnswerContent;
import dev.olp.wire.AnswerFrames;
import dev.olp.wire.ApiException;
import dev.olp.wire.ErrorShape;
import dev.olp.wire.chat.ParsedChat;

/** How the clients of one API speak. */
interface Dialect {
    /**
     * Reads a request's body.
     *
     * @param body decoded; not changed, not kept
     * @throws ApiException 400, in words that fit this API
     */
    ParsedChat read(InboundRequest request, byte[] body) throws ApiException;

    /** The frames of a streamed answer. */
    AnswerFrames frames(InboundRequest request, ParsedChat chat);

    /** The body of a whole one, UTF-8 JSON. */
    byte[] body(ParsedChat chat, AnswerContent answer);

    ErrorShape errors();

    /** What earlier thoughts are named among the ignored parameters. */
    default String thoughts() {
        return "reasoning";
    }
}
