package dev.olp.isolation.selftest;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** What listens on the host: a port of its loopback, and a socket in a folder. Nobody is ever answered. */
final class CanaryServices implements AutoCloseable {
    private static final int WAITING = 8;

    private final ServerSocket port;
    private final ServerSocketChannel channel;
    private final Path socket;

    CanaryServices(Path socket) throws IOException {
        this.socket = socket;
        port = new ServerSocket(0, WAITING, InetAddress.getLoopbackAddress());
        channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            channel.bind(UnixDomainSocketAddress.of(socket), WAITING);
            Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-rw-rw-"));
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    /** What the probe must know to reach them. */
    List<String> lines() {
        return List.of(
                "service=" + port.getInetAddress().getHostAddress() + " " + port.getLocalPort(), "socket=" + socket);
    }

    @Override
    public void close() throws IOException {
        try (port;
                channel) {
            Files.deleteIfExists(socket);
        }
    }
}
