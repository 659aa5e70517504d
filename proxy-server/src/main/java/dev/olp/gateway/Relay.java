package dev.olp.gateway;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * One admitted request and its answer, on one event loop with both its channels. Each side is read only while the other
 * can be written to, one socket read at a time, so what is held is bounded by the channels' high-water marks.
 *
 * <p>Ends once: answered in full, refused by the gateway, cut by the upstream, or left by the child.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a write that fails closes its channel, and inactive tells of that
final class Relay implements UpstreamConnector.Result {
    private final RunParts run;
    private final ChildConnection child;
    private final Channel childChannel;
    private final HttpRequest request;
    /** What came with the head, until there is an upstream: at most one socket read. */
    private final Deque<HttpContent> early = new ArrayDeque<>();

    private @Nullable Channel upstream;
    private boolean requestEnded;
    private boolean answerBegun;
    private boolean ended;

    Relay(RunParts run, ChildConnection child, Channel childChannel, HttpRequest head) {
        this.run = run;
        this.child = child;
        this.childChannel = childChannel;
        this.request = new DefaultHttpRequest(
                HttpVersion.HTTP_1_1,
                head.method(),
                run.upstream().basePath() + head.uri(),
                Headers.forUpstream(head, run.upstream().authority(), run.loginHeaders()));
    }

    void start() {
        run.connector()
                .connect(
                        childChannel.eventLoop(),
                        run.upstream(),
                        () -> new UpstreamHandler(this),
                        run.channels()::add,
                        this);
    }

    boolean requestEnded() {
        return requestEnded;
    }

    /** A part of the child's body; released here. */
    void requestPart(HttpContent part, boolean last) {
        requestEnded = last;
        if (!run.meter().takeUp(part.content().readableBytes())) {
            part.release();
            refuse(Refusal.BYTES_UP_SPENT);
            return;
        }
        Channel to = upstream;
        if (to == null) {
            early.add(part);
        } else {
            to.write(withoutTrailers(part, last));
        }
    }

    void flushRequest() {
        Channel to = upstream;
        if (to != null) {
            to.flush();
        }
        pullRequest();
    }

    /** Reads on where there is room; after the body only to see the child leave. */
    void pullRequest() {
        Channel to = upstream;
        if (!ended && (requestEnded || (to != null && to.isWritable()))) {
            childChannel.read();
        }
    }

    @Override
    public void ready(Channel connected) {
        if (ended) {
            connected.close();
            return;
        }
        upstream = connected;
        connected.write(request);
        for (HttpContent part = early.poll(); part != null; part = early.poll()) {
            connected.write(withoutTrailers(part, requestEnded && early.isEmpty()));
        }
        flushRequest();
        connected.read();
    }

    @Override
    public void failed(Throwable cause) {
        if (!ended && childChannel.isActive()) {
            run.unreachable(cause);
            refuse(Refusal.UPSTREAM_UNREACHABLE);
        }
    }

    /** The head of the upstream's final answer. */
    void answered(HttpResponse head) {
        if (ended) {
            return;
        }
        answerBegun = true;
        run.observe(head);
        HttpResponseStatus status = head.status();
        boolean bodyless = request.method().equals(HttpMethod.HEAD)
                || status.equals(HttpResponseStatus.NO_CONTENT)
                || status.equals(HttpResponseStatus.NOT_MODIFIED);
        childChannel.write(new DefaultHttpResponse(HttpVersion.HTTP_1_1, status, Headers.forChild(head, bodyless)));
    }

    /** A part of the answer; released here. */
    void answerPart(HttpContent part, boolean last) {
        if (ended) {
            part.release();
            return;
        }
        if (!run.meter().takeDown(part.content().readableBytes())) {
            part.release();
            run.refused(Refusal.BYTES_DOWN_SPENT);
            end();
            child.cut();
            return;
        }
        childChannel.write(withoutTrailers(part, last));
        if (last) {
            end();
            child.relayed();
        }
    }

    void flushAnswer() {
        childChannel.flush();
        pullAnswer();
    }

    void pullAnswer() {
        Channel from = upstream;
        if (!ended && from != null && childChannel.isWritable()) {
            from.read();
        }
    }

    /** Cut: the child sees its own connection end just as early. */
    void upstreamGone() {
        if (!ended && upstream != null) {
            end();
            child.cut();
        }
    }

    void childGone() {
        end();
    }

    private void refuse(Refusal why) {
        boolean tooLate = answerBegun;
        end();
        if (tooLate) {
            run.refused(why);
            child.cut();
        } else {
            child.refuse(why, requestEnded);
        }
    }

    private void end() {
        ended = true;
        early.forEach(HttpContent::release);
        early.clear();
        Channel open = upstream;
        if (open != null) {
            open.close();
        }
    }

    /** A trailer could carry what a header may not. */
    private static HttpContent withoutTrailers(HttpContent part, boolean last) {
        ByteBuf bytes = part.content();
        return last ? new DefaultLastHttpContent(bytes) : new DefaultHttpContent(bytes);
    }
}
