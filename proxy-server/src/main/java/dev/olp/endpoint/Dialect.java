package dev.olp.endpoint;

import dev.olp.auth.Admission;
import dev.olp.http.InboundRequest;
import dev.olp.wire.ErrorShape;

/** How the clients of one API speak. */
interface Dialect {
    /** Begins with one request. */
    Exchange open(InboundRequest request, Admission admission);

    ErrorShape errors();

    /** What earlier thoughts are named among the ignored parameters. */
    default String thoughts() {
        return "reasoning";
    }
}
