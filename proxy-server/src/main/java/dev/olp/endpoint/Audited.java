package dev.olp.endpoint;

import dev.olp.auth.Admission;
import dev.olp.auth.Gate;
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
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The frame around every {@code /v1} request: registered while it lives, cancelled when its client goes or the server
 * stops, answered whatever is thrown, and in the ledger whatever the end.
 */
final class Audited implements RequestHandler {
    private static final ApiError DRAINING = ApiError.of(503, "draining", "This server is stopping; try again shortly.")
            .withRetryAfter(Duration.ofSeconds(5));

    private static final ApiError INTERNAL =
            ApiError.of(500, "internal_error", "OLP itself failed on this request; its log says why.");
    private static final Logger log = LoggerFactory.getLogger(Audited.class);

    private final Ledgers ledgers;
    private final ActiveRequests active;
    private final boolean evenDraining;
    private final Work work;

    private Audited(Ledgers ledgers, ActiveRequests active, boolean evenDraining, Work work) {
        this.ledgers = ledgers;
        this.active = active;
        this.evenDraining = evenDraining;
        this.work = work;
    }

    /** Refused from the start of a drain. */
    Audited(Ledgers ledgers, ActiveRequests active, Work work) {
        this(ledgers, active, false, work);
    }

    /** For what an operator asks meanwhile: a drain does not refuse it, and waits for it like for any other. */
    static Audited evenDraining(Ledgers ledgers, ActiveRequests active, Work work) {
        return new Audited(ledgers, active, true, work);
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
                if (active.draining() && !evenDraining) {
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
            } catch (RuntimeException e) {
                // inside the frame, so that a stream that has begun ends with an error event too
                log.atError()
                        .setCause(e)
                        .addKeyValue("request_id", request.id())
                        .log("a request failed by our own fault");
                errors.tell(INTERNAL);
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
            Cancellation cancellation) {
        /**
         * Lets the caller in, and notes who it is.
         *
         * @throws ApiException as {@link Gate#admit}
         */
        Admission admit(Gate gate) throws ApiException {
            Admission admission = gate.admit(request);
            ledger.caller(admission.caller());
            return admission;
        }
    }

    /** What an endpoint does inside the frame. */
    @FunctionalInterface
    interface Work {
        void serve(Call call) throws ApiException, Cancelled, ClientGone, InterruptedException;
    }
}
