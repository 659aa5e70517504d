package dev.olp.gateway;

import io.netty.channel.Channel;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One run's open socket. Thread-safe. */
public final class GatewayRun implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(GatewayRun.class);

    private final Path socket;
    private final String token;
    private final RunParts parts;
    private final Channel listener;
    private final Future<?> expiry;
    private final Consumer<GatewayRun> onClosed;
    private final AtomicBoolean closed = new AtomicBoolean();

    GatewayRun(
            Path socket,
            String token,
            RunParts parts,
            Channel listener,
            Future<?> expiry,
            Consumer<GatewayRun> onClosed) {
        this.socket = socket;
        this.token = token;
        this.parts = parts;
        this.listener = listener;
        this.expiry = expiry;
        this.onClosed = onClosed;
    }

    /** What the child must show, in the place of its real login: 43 characters of base64url. Worthless after the run. */
    public String token() {
        return token;
    }

    public Path socket() {
        return socket;
    }

    /** Requests that went to the upstream. */
    public int requests() {
        return parts.meter().requests();
    }

    /** Those of them that may cost something: all but HEAD. */
    public int calls() {
        return parts.meter().calls();
    }

    /** Lets no call through from now on, unless one went before; whether none did, and so none will. */
    public boolean withdraw() {
        return parts.meter().withdraw();
    }

    /** Request body bytes taken from the child. */
    public long bytesUp() {
        return parts.meter().bytesUp();
    }

    /** Response body bytes taken from the upstream. */
    public long bytesDown() {
        return parts.meter().bytesDown();
    }

    /** Why the gateway itself refused something, if it did: what the CLI then reports is not the upstream's word. */
    public Set<Refusal> refusals() {
        return Set.copyOf(parts.refusals());
    }

    /** Removes the socket, then cuts what runs; returns when both are done. Not from an event loop. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        expiry.cancel(false);
        listener.close().awaitUninterruptibly();
        try {
            Files.deleteIfExists(socket);
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot remove " + socket, failure);
        } finally {
            parts.channels().close().awaitUninterruptibly();
            onClosed.accept(this);
            LOG.atDebug()
                    .addKeyValue("requests", requests())
                    .addKeyValue("bytesUp", bytesUp())
                    .addKeyValue("bytesDown", bytesDown())
                    .log("gateway closed");
        }
    }
}
