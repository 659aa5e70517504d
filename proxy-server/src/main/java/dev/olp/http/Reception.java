package dev.olp.http;

import dev.olp.wire.ApiError;
import dev.olp.wire.ApiException;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpRequest;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** Makes of a head an exchange, and starts the thread of its request. Event loop only. */
final class Reception {
    /** Probes, and the operator's own commands. */
    private static final Pattern ALWAYS_SERVED = Pattern.compile("/(livez|readyz|health)$|/v0/management/");

    private final Door door;
    private final ReplyWriter writer;
    private final Channel channel;

    Reception(Door door, ReplyWriter writer, Channel channel) {
        this.door = door;
        this.writer = writer;
        this.channel = channel;
    }

    /**
     * @param tooMany whether the connection is one too many
     * @throws ApiException as {@link RequestHead#check}, and 503 where there is no room
     */
    RequestHead check(HttpRequest request, boolean tooMany) throws ApiException {
        InetAddress local = ((InetSocketAddress) channel.localAddress()).getAddress();
        RequestHead head = RequestHead.check(request, door.hosts(), local);
        if (tooMany && !ALWAYS_SERVED.matcher(head.target().path()).lookingAt()) {
            throw new ApiException(ApiError.of(503, "overloaded", "Too many connections are open; close some, or wait.")
                    .withHeader("retry-after", "5"));
        }
        return head;
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
                door.proxies().client(peer(), head.headers()),
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
