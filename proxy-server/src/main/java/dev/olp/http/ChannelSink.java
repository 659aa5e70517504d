package dev.olp.http;

import dev.olp.wire.ApiError;
import io.netty.handler.codec.http.HttpHeaders;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The reply of one request, as its virtual thread sees it: open → (streaming →) ended. Bytes that were handed over and
 * not yet taken by the kernel are counted here; past {@link #HIGH} the thread waits until they fall to {@link #LOW}, so a
 * slow reader holds back its own producer and nothing grows.
 */
final class ChannelSink implements ResponseSink {
    static final int HIGH = 64 * 1024;
    static final int LOW = 32 * 1024;
    private static final Logger LOG = LoggerFactory.getLogger(ChannelSink.class);

    private enum Phase {
        OPEN,
        STREAMING,
        ENDED
    }

    private final ReplyChannel channel;
    private final ReplyTerms terms;
    private final Clock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final List<Runnable> whenGone = new ArrayList<>(1);
    private Phase phase = Phase.OPEN;
    private boolean begun;
    private boolean gone;
    private long pending;

    ChannelSink(ReplyChannel channel, ReplyTerms terms, Clock clock) {
        this.channel = channel;
        this.terms = terms;
        this.clock = clock;
    }

    ReplyTerms terms() {
        return terms;
    }

    @Override
    public void reply(ResponseHead head, byte[] body) throws ClientGone {
        HttpHeaders headers = terms.headers(head, clock);
        step(Phase.OPEN, Phase.ENDED);
        if (!channel.writeWhole(this, head.status(), headers, body)
                .awaitUninterruptibly()
                .isSuccess()) {
            throw new ClientGone();
        }
    }

    @Override
    public void fail(ApiError error) throws ClientGone {
        reply(ReplyTerms.headOf(error), terms.bodyOf(error));
    }

    @Override
    public void begin(ResponseHead head) throws ClientGone {
        refuseIfGone();
        HttpHeaders headers = terms.headers(head, clock);
        step(Phase.OPEN, Phase.STREAMING);
        channel.writeHead(this, head.status(), headers);
    }

    @Override
    public void send(byte[] frame) throws ClientGone, InterruptedException {
        lock.lock();
        try {
            require(Phase.STREAMING);
            while (pending > HIGH && !gone) {
                changed.await();
            }
            refuseIfGone();
            pending += frame.length;
        } finally {
            lock.unlock();
        }
        if (frame.length > 0) {
            channel.writeFrame(this, frame);
        }
    }

    @Override
    public void finish() throws ClientGone {
        step(Phase.STREAMING, Phase.ENDED);
        if (!channel.writeEnd(this).awaitUninterruptibly().isSuccess()) {
            throw new ClientGone();
        }
    }

    @Override
    public void abort() {
        lock.lock();
        try {
            if (phase == Phase.ENDED) {
                return;
            }
            phase = Phase.ENDED;
        } finally {
            lock.unlock();
        }
        channel.abort(this);
    }

    @Override
    public boolean begun() {
        lock.lock();
        try {
            return begun;
        } finally {
            lock.unlock();
        }
    }

    /** Whether the reply was sent whole, ended or aborted. */
    boolean ended() {
        lock.lock();
        try {
            return phase == Phase.ENDED;
        } finally {
            lock.unlock();
        }
    }

    boolean isGone() {
        lock.lock();
        try {
            return gone;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void onGone(Runnable callback) {
        lock.lock();
        try {
            if (!gone) {
                whenGone.add(callback);
                return;
            }
        } finally {
            lock.unlock();
        }
        run(callback);
    }

    /** Event loop: bytes of a frame were taken by the kernel, or lost with the connection. */
    void taken(int bytes) {
        lock.lock();
        try {
            pending -= bytes;
            if (pending <= LOW) {
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Event loop: the client went away. A whole reply may still be tried: a client that only stopped sending gets it. */
    void clientGone() {
        List<Runnable> callbacks;
        lock.lock();
        try {
            gone = true;
            callbacks = List.copyOf(whenGone);
            whenGone.clear();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        callbacks.forEach(this::run);
    }

    /** Event loop: the reply is out whole, so the client may go. */
    void forgetCallbacks() {
        lock.lock();
        try {
            whenGone.clear();
        } finally {
            lock.unlock();
        }
    }

    private void run(Runnable callback) {
        try {
            callback.run();
        } catch (RuntimeException failure) {
            LOG.atError()
                    .addKeyValue("request", terms.requestId())
                    .setCause(failure)
                    .log("a callback for a client that went away failed");
        }
    }

    private void step(Phase from, Phase to) {
        lock.lock();
        try {
            require(from);
            phase = to;
            begun = true;
        } finally {
            lock.unlock();
        }
    }

    private void require(Phase expected) {
        if (phase != expected) {
            throw new IllegalStateException("reply is " + phase + " (expected: " + expected + ")");
        }
    }

    private void refuseIfGone() throws ClientGone {
        lock.lock();
        try {
            if (gone) {
                throw new ClientGone();
            }
        } finally {
            lock.unlock();
        }
    }
}
