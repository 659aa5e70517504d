package dev.olp.endpoint;

import dev.olp.wire.AnswerContent;
import dev.olp.wire.AnswerFrames;
import dev.olp.wire.ApiException;
import dev.olp.wire.chat.ParsedChat;

/** One request and its answer, in the words of one API. */
interface Exchange {
    /**
     * Reads the request's body; comes first, and once.
     *
     * @param body decoded; not changed, not kept
     * @throws ApiException 400, or 404 for what it names and there is not, in words that fit this API
     */
    ParsedChat read(byte[] body) throws ApiException;

    /** The frames of a streamed answer. */
    AnswerFrames frames(ParsedChat chat);

    /** The body of a whole one, UTF-8 JSON. */
    byte[] body(ParsedChat chat, AnswerContent answer);
}
