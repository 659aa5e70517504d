package dev.olp.gateway.egress;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** One run's way out, as long as it is open. Thread-safe. */
public final class EgressRun implements AutoCloseable {
    private final Optional<Path> socket;
    private final EgressParts parts;
    private final Runnable stopListening;
    private final Consumer<EgressRun> onClosed;
    private final AtomicBoolean closed = new AtomicBoolean();

    EgressRun(Optional<Path> socket, EgressParts parts, Runnable stopListening, Consumer<EgressRun> onClosed) {
        this.socket = socket;
        this.parts = parts;
        this.stopListening = stopListening;
        this.onClosed = onClosed;
    }

    /** Empty for a run that may reach no host: there is no way out then, not even a closed one. */
    public Optional<Path> socket() {
        return socket;
    }

    /** Bytes that the child sent into its tunnels. */
    public long bytesUp() {
        return parts.meter().bytesUp();
    }

    /** Bytes that came back. */
    public long bytesDown() {
        return parts.meter().bytesDown();
    }

    /** How often each thing was refused. */
    public Map<EgressRefusal, Integer> refusals() {
        return Map.copyOf(parts.refusals());
    }

    /** Removes the socket and cuts every tunnel; returns when both are done. Not from an event loop. Idempotent. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        stopListening.run();
        try {
            if (socket.isPresent()) {
                Files.deleteIfExists(socket.get());
            }
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot remove " + socket, failure);
        } finally {
            parts.children().close().awaitUninterruptibly();
            parts.upstreams().close().awaitUninterruptibly();
            onClosed.accept(this);
        }
    }
}
