package dev.olp.endpoint;

import dev.olp.http.ClientGone;
import dev.olp.http.InboundRequest;
import dev.olp.http.RequestBody;
import dev.olp.http.RequestHandler;
import dev.olp.http.ResponseSink;
import dev.olp.run.Cancellation;
import dev.olp.run.Cancellation.Cancelled;
import dev.olp.run.Cancellation.Reason;
import dev.olp.wire.ApiError;
import dev.olp.wire.ApiException;

/**
 * The frame around every {@code /v1} request: registered while it lives, cancelled when its client goes or the server
 * stops, answered whatever is thrown, and in the ledger whatever the end.
 */
final class Audited implements RequestHandler {
    private static final ApiError DRAINING = ApiError.of(503, "draining", "This server is stopping; try again shortly.")
            .withHeader("Retry-After", "5")
            .withHeader("retry-after-ms", "5000");

    private final Ledgers ledgers;
    private final ActiveRequests active;
    private final Work work;

    Audited(Ledgers ledgers, ActiveRequests active, Work work) {
        this.ledgers = ledgers;
        this.active = active;
        this.work = work;
    }

    @Override
    public void handle(InboundRequest request, ResponseSink sink) throws Exception {
        // closed in reverse: a request is under way until its row is queued, so that a stop loses none
        try (ActiveRequests.Entry entry = active.enter();
                Ledger ledger = ledgers.open(request);
                RequestBody body = request.body()) {
            Cancellation cancellation = entry.cancellation();
            sink.onGone(() -> cancellation.cancel(Reason.CLIENT_GONE));
            ErrorTeller errors = new ErrorTeller(sink, ledger);
            try {
                if (active.draining()) {
                    throw new ApiException(DRAINING);
                }
                work.serve(new Call(request, body, sink, ledger, errors, cancellation));
            } catch (ApiException e) {
                errors.tell(e.error());
            } catch (Cancelled e) {
                if (e.reason() == Reason.SERVER_STOPPING) {
                    errors.tell(DRAINING);
                } else {
                    ledger.clientGone();
                    // told to the door as well: a reply that is never ended would be a fault of ours
                    throw new ClientGone();
                }
            } catch (ClientGone e) {
                ledger.clientGone();
                throw e;
            }
        }
    }

    /** One request and what belongs to it. */
    record Call(
            InboundRequest request,
            RequestBody body,
            ResponseSink sink,
            Ledger ledger,
            ErrorTeller errors,
            Cancellation cancellation) {}

    /** What an endpoint does inside the frame. */
    @FunctionalInterface
    interface Work {
        void serve(Call call) throws ApiException, Cancelled, ClientGone, InterruptedException;
    }
}
