package dev.olp.http;

import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.handler.codec.http.HttpStatusClass;

/** Netty's encoder, told by the connection when the request was a HEAD: then nothing follows the head. */
final class ReplyEncoder extends HttpResponseEncoder {
    private boolean headOnly;

    /** Event loop: holds for the replies written from now on. */
    void headOnly(boolean only) {
        headOnly = only;
    }

    @Override
    protected boolean isContentAlwaysEmpty(HttpResponse reply) {
        boolean informational = reply.status().codeClass() == HttpStatusClass.INFORMATIONAL;
        return (headOnly && !informational) || super.isContentAlwaysEmpty(reply);
    }
}
