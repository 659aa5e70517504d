package dev.olp.http;

import dev.olp.wire.ApiError;
import dev.olp.wire.ErrorShape;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The replies that the door gives itself, without a handler. Event loop only. */
final class DoorReplies {
    private static final Logger LOG = LoggerFactory.getLogger(DoorReplies.class);

    private final Door door;
    private final ReplyWriter writer;

    DoorReplies(Door door, ReplyWriter writer) {
        this.door = door;
        this.writer = writer;
    }

    /** @param request as far as it was understood; null when not even its line was */
    Exchange refusal(@Nullable HttpRequest request) {
        String id = door.parts().ids().get();
        String path = request == null ? "/" : request.uri();
        String origin = request == null ? null : request.headers().get("origin");
        boolean headOnly = request != null && request.method().name().equals("HEAD");
        ReplyTerms terms =
                new ReplyTerms(id, null, ErrorShape.of(path), door.cors().reply(path, origin), headOnly, false, false);
        ChannelSink sink = new ChannelSink(writer, terms, door.parts().clock());
        return new Exchange(sink, door.bodyInput(() -> {}), false, -1, false);
    }

    void refuse(Exchange exchange, ApiError error) {
        LOG.atDebug()
                .addKeyValue("request", exchange.sink().terms().requestId())
                .addKeyValue("code", error.code())
                .log("refused at the door");
        write(exchange, ReplyTerms.headOf(error), exchange.sink().terms().bodyOf(error));
    }

    /** A preflight needs no key: browsers send none with it. */
    void answerOptions(Exchange exchange, RequestHead head) {
        Map<String, String> headers = head.header("origin") == null
                ? Map.of("allow", Cors.METHODS)
                : door.cors().preflight(head.target().path(), head.header("access-control-request-headers"));
        write(exchange, new ResponseHead(204, headers), new byte[0]);
    }

    private void write(Exchange exchange, ResponseHead head, byte[] body) {
        HttpHeaders headers = exchange.sink().terms().headers(head, door.parts().clock());
        var _ = writer.writeWhole(exchange.sink(), head.status(), headers, body);
    }
}
