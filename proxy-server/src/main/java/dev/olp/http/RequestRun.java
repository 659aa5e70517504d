package dev.olp.http;

import dev.olp.wire.ApiError;
import dev.olp.wire.ApiException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The life of one request's virtual thread: the handler, and an end to its reply whatever the handler does. */
final class RequestRun implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(RequestRun.class);

    private final RequestHandler handler;
    private final InboundRequest request;
    private final ChannelSink sink;
    private final Connections connections;

    RequestRun(RequestHandler handler, InboundRequest request, ChannelSink sink, Connections connections) {
        this.handler = handler;
        this.request = request;
        this.sink = sink;
        this.connections = connections;
    }

    @Override
    public void run() {
        try {
            handle();
        } finally {
            request.body().close();
            connections.requestEnded();
        }
    }

    private void handle() {
        try {
            handler.handle(request, sink);
            if (sink.isGone()) {
                sink.abort();
            } else if (!sink.ended()) {
                failed(new IllegalStateException("the handler returned without ending its reply"));
            }
        } catch (ClientGone gone) {
            sink.abort();
        } catch (ApiException refused) {
            endWith(refused.error());
        } catch (InterruptedException stopped) {
            sink.abort();
        } catch (Throwable failure) { // an Error too must not leave a client waiting
            failed(failure);
        }
    }

    private void failed(Throwable failure) {
        LOG.atError()
                .addKeyValue("request", request.id())
                .addKeyValue("path", request.path())
                .setCause(failure)
                .log("a request failed inside the server");
        endWith(ApiError.of(500, "internal_error", "The server failed on this request; its log has the reason."));
    }

    private void endWith(ApiError error) {
        if (sink.begun()) {
            sink.abort();
            return;
        }
        try {
            sink.fail(error);
        } catch (ClientGone gone) {
            LOG.atDebug().addKeyValue("request", request.id()).log("client gone before its error");
        }
    }
}
