package dev.olp.bench;

import dev.olp.http.InboundRequest;
import dev.olp.http.RequestBody;
import dev.olp.http.RequestHandler;
import dev.olp.http.ResponseHead;
import dev.olp.http.ResponseSink;
import dev.olp.wire.ApiError;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** A chat that is handed to the endpoints without any HTTP. */
final class DirectChat {
    static final byte[] BODY = """
            {"model":"claude-sonnet-4-6","messages":[{"role":"user","content":"What is a proxy?"}]}""".getBytes(StandardCharsets.UTF_8);
    /** The same, to be answered from the cache. */
    static final byte[] REPEATABLE = """
            {"model":"claude-sonnet-4-6","temperature":0,"messages":[{"role":"user","content":"What is a proxy?"}]}""".getBytes(StandardCharsets.UTF_8);

    private static final InetAddress PEER = InetAddress.getLoopbackAddress();
    private static final int ID_DIGITS = 12;

    private final AtomicLong count = new AtomicLong();

    /** Fails unless it is answered with 200. */
    void send(RequestHandler handler, String token, byte[] body) throws Exception {
        Map<String, List<String>> length = Map.of("content-length", List.of(Integer.toString(body.length)));
        Map<String, List<String>> headers = token.isEmpty()
                ? length
                : Map.of(
                        "content-length",
                        List.of(Integer.toString(body.length)),
                        "authorization",
                        List.of("Bearer " + token));
        // ids that grow, as the door's do; the audit log keeps one row of each
        String id = "019acb00-0000-7000-8000-" + HexFormat.of().toHexDigits(count.incrementAndGet(), ID_DIGITS);
        Whole sink = new Whole();
        handler.handle(
                new InboundRequest(
                        id, "POST", "/v1/chat/completions", "", headers, PEER, System.nanoTime(), new Bytes(body)),
                sink);
        if (sink.status != 200) {
            throw new IllegalStateException("answered with " + sink.status);
        }
    }

    private record Bytes(byte[] sent) implements RequestBody {
        @Override
        public byte[] read() {
            return sent;
        }

        @Override
        public void close() {}
    }

    private static final class Whole implements ResponseSink {
        private int status;

        @Override
        public void reply(ResponseHead head, byte[] body) {
            status = head.status();
        }

        @Override
        public void begin(ResponseHead head) {
            throw new IllegalStateException("no stream was asked for");
        }

        @Override
        public void send(byte[] frame) {
            throw new IllegalStateException("no stream was asked for");
        }

        @Override
        public void finish() {
            throw new IllegalStateException("no stream was asked for");
        }

        @Override
        public void abort() {
            status = -1;
        }

        @Override
        public void fail(ApiError error) {
            status = error.status();
        }

        @Override
        public boolean begun() {
            return status != 0;
        }

        @Override
        public void onGone(Runnable callback) {}
    }
}
