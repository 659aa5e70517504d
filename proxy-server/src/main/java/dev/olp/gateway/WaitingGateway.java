package dev.olp.gateway;

import io.netty.channel.Channel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * A run's socket that leads nowhere yet: whoever connects waits, unread. It is given its upstream, its login and its budget
 * once. Thread-safe.
 */
public final class WaitingGateway implements AutoCloseable {
    /** Serves the socket from now on. */
    interface Lead {
        GatewayRun to(GatewaySpec spec);
    }

    private final Path socket;
    private final String token;
    private final Channel listener;
    private final Lead lead;
    private final Consumer<WaitingGateway> onDone;
    private final AtomicBoolean done = new AtomicBoolean();

    WaitingGateway(Path socket, String token, Channel listener, Lead lead, Consumer<WaitingGateway> onDone) {
        this.socket = socket;
        this.token = token;
        this.listener = listener;
        this.lead = lead;
        this.onDone = onDone;
    }

    /** As {@link GatewayRun#token}. */
    public String token() {
        return token;
    }

    /**
     * Opens it; whoever waited is served. What is closed from then on is the run.
     *
     * @param spec of the same socket
     * @throws IllegalArgumentException the login fits no header; the socket stays as it was
     * @throws IOException it was opened or closed before
     */
    public GatewayRun lead(GatewaySpec spec) throws IOException {
        if (!spec.socket().equals(socket)) {
            throw new IllegalArgumentException("another socket than that which waits");
        }
        spec.style().headers(spec.login());
        if (!done.compareAndSet(false, true)) {
            throw new IOException("the socket waits no longer");
        }
        GatewayRun run = lead.to(spec);
        onDone.accept(this);
        return run;
    }

    /** Removes the socket and turns away whoever waits; does nothing once it leads somewhere. Not from an event loop. */
    @Override
    public void close() throws IOException {
        if (done.compareAndSet(false, true)) {
            listener.close().awaitUninterruptibly();
            onDone.accept(this);
            Files.deleteIfExists(socket);
        }
    }
}
