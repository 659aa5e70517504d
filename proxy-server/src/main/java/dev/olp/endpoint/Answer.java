package dev.olp.endpoint;

import dev.olp.http.ClientGone;
import dev.olp.run.AnswerListener;
import dev.olp.run.Silence;
import dev.olp.wire.ApiError;

/** An answer on its way to the client, streamed or whole. */
interface Answer extends AnswerListener, Silence {
    /** Tells the client of a failure in the only way that is still honest: as a status, or inside the stream. */
    void fail(ApiError error) throws ClientGone, InterruptedException;
}
