package dev.olp.endpoint;

import dev.olp.http.ClientGone;
import dev.olp.http.ResponseHead;
import dev.olp.http.ResponseSink;
import dev.olp.run.Silence;
import dev.olp.wire.ApiError;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The one JSON body of a reply. Where padding is asked for, line ends go before it, so that no proxy on the way takes
 * the connection for idle; from the first one on the status is 200, and an error is told by the body alone.
 */
final class WholeReply implements Silence {
    private static final byte[] PADDING = "\n".getBytes(StandardCharsets.US_ASCII);

    private final ResponseSink sink;
    private final Supplier<ResponseHead> early;
    private final Function<ApiError, byte[]> errors;
    private final long paddingNanos;
    private final LongSupplier ticker;
    private long lastWritten;

    /**
     * Nothing is sent yet.
     *
     * @param early the head where it must go out before the answer is known
     * @param errors the body of an error
     * @param paddingNanos silence after which padding is sent; zero for never
     */
    WholeReply(
            ResponseSink sink,
            Supplier<ResponseHead> early,
            Function<ApiError, byte[]> errors,
            long paddingNanos,
            LongSupplier ticker) {
        this.sink = sink;
        this.early = early;
        this.errors = errors;
        this.paddingNanos = paddingNanos;
        this.ticker = ticker;
        this.lastWritten = ticker.getAsLong();
    }

    /** @param head for a reply that has not begun */
    void send(ResponseHead head, byte[] body) throws ClientGone, InterruptedException {
        if (sink.begun()) {
            sink.send(body);
            sink.finish();
        } else {
            sink.reply(head, body);
        }
    }

    void fail(ApiError error) throws ClientGone, InterruptedException {
        if (sink.begun()) {
            sink.send(errors.apply(error));
            sink.finish();
        } else {
            sink.fail(error);
        }
    }

    @Override
    public long nanosUntilDue() {
        return paddingNanos <= 0 ? Long.MAX_VALUE : paddingNanos - (ticker.getAsLong() - lastWritten);
    }

    @Override
    public void beatIfDue() throws ClientGone, InterruptedException {
        if (nanosUntilDue() > 0) {
            return;
        }
        if (!sink.begun()) {
            sink.begin(early.get());
        }
        sink.send(PADDING);
        lastWritten = ticker.getAsLong();
    }
}
