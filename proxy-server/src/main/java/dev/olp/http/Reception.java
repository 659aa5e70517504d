package dev.olp.http;

import dev.olp.wire.ApiException;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpRequest;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.function.Consumer;

/** Makes of a head an exchange, and starts the thread of its request. Event loop only. */
final class Reception {
    private final Door door;
    private final ReplyWriter writer;
    private final Channel channel;

    Reception(Door door, ReplyWriter writer, Channel channel) {
        this.door = door;
        this.writer = writer;
        this.channel = channel;
    }

    /** @throws ApiException as {@link RequestHead#check} */
    RequestHead check(HttpRequest request) throws ApiException {
        return RequestHead.check(request, door.hosts(), ((InetSocketAddress) channel.localAddress()).getAddress());
    }

    /** @param bodyWanted called from any thread when the request's own wants more of its body */
    Exchange exchange(RequestHead head, boolean bodiless, Consumer<ChannelSink> bodyWanted) {
        DoorParts parts = door.parts();
        ChannelSink sink = new ChannelSink(writer, ReplyTerms.of(parts.ids().get(), head, door.cors()), parts.clock());
        BodyInput input = door.bodyInput(() -> bodyWanted.accept(sink));
        return new Exchange(sink, input, head.expectsContinue(), head.declaredLength(), bodiless);
    }

    void start(RequestHead head, Exchange exchange) {
        DoorParts parts = door.parts();
        String id = exchange.sink().terms().requestId();
        InboundRequest request = new InboundRequest(
                id,
                head.method(),
                head.target().path(),
                head.target().query(),
                head.headers(),
                peer(),
                parts.ticker().getAsLong(),
                door.body(exchange.input(), head));
        door.connections().requestStarted();
        Thread.ofVirtual()
                .name("request-" + id)
                .start(new RequestRun(parts.handler(), request, exchange.sink(), door.connections()));
    }

    /** The connection's far end. */
    InetAddress peer() {
        return ((InetSocketAddress) channel.remoteAddress()).getAddress();
    }
}
