package dev.olp.endpoint;

import dev.olp.http.ClientGone;
import dev.olp.http.ResponseSink;
import dev.olp.wire.ApiError;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tells the client of an error by whatever way is open at that moment, and the ledger with it. */
final class ErrorTeller {
    private final ResponseSink sink;
    private final Ledger ledger;
    private List<String> ignoredParameters = List.of();
    private @Nullable Answer answer;

    ErrorTeller(ResponseSink sink, Ledger ledger) {
        this.sink = sink;
        this.ledger = ledger;
    }

    void ignored(List<String> names) {
        ignoredParameters = names;
    }

    void answer(Answer opened) {
        answer = opened;
    }

    void tell(ApiError error) throws ClientGone, InterruptedException {
        ledger.failed(error);
        ApiError whole = ReplyHeaders.on(error, ledger, ignoredParameters);
        ledger.settle();
        if (answer == null) {
            sink.fail(whole);
        } else {
            answer.fail(whole);
        }
    }
}
