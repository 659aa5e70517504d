package dev.olp.isolation.bubblewrap;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A server on a Unix socket that every user may connect to; each connection is given to the same talk. */
final class UnixServer implements AutoCloseable {
    interface Talk {
        void with(SocketChannel connection) throws Exception;
    }

    final AtomicInteger accepted = new AtomicInteger();
    private final Path socket;
    private final ServerSocketChannel listener;
    private final ExecutorService talks = Executors.newVirtualThreadPerTaskExecutor();

    UnixServer(Path socket, Talk talk) throws IOException {
        this.socket = socket;
        listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        listener.bind(UnixDomainSocketAddress.of(socket), 128);
        Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rwxrwxrwx"));
        var _ = talks.submit(() -> {
            while (true) {
                SocketChannel connection;
                try {
                    connection = listener.accept();
                } catch (ClosedChannelException end) {
                    return null;
                }
                accepted.incrementAndGet();
                var _ = talks.submit(() -> {
                    try (connection) {
                        talk.with(connection);
                    }
                    return null;
                });
            }
        });
    }

    static byte[] readToEnd(SocketChannel connection) throws IOException {
        var all = new ByteArrayOutputStream();
        ByteBuffer part = ByteBuffer.allocate(64 << 10);
        while (connection.read(part) >= 0) {
            all.write(part.array(), 0, part.position());
            part.clear();
        }
        return all.toByteArray();
    }

    static void write(SocketChannel connection, byte[] bytes) throws IOException {
        ByteBuffer left = ByteBuffer.wrap(bytes);
        while (left.hasRemaining()) {
            connection.write(left);
        }
    }

    /** Ends every talk. */
    @Override
    public void close() throws IOException {
        listener.close();
        talks.shutdownNow();
        talks.close();
        Files.deleteIfExists(socket);
    }
}
