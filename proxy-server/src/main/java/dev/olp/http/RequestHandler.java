package dev.olp.http;

/** What the door hands each request to, on a virtual thread of its own. */
@FunctionalInterface
public interface RequestHandler {
    /** Answers on the sink. Whatever it throws is answered by the door with 500 and logged, if nothing was sent yet. */
    void handle(InboundRequest request, ResponseSink sink) throws Exception;
}
