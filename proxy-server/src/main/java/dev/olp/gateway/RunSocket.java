package dev.olp.gateway;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** How the Unix sockets of runs are made. */
public final class RunSocket {
    private static final int LONGEST_PATH = 107;

    /** More than a child's bridge opens at once: it takes a full queue for a socket without a server. */
    private static final int BACKLOG = 128;

    private RunSocket() {}

    /** @throws IllegalArgumentException no socket can have this path */
    public static void requirePath(Path socket) {
        int length = socket.toString().getBytes(StandardCharsets.UTF_8).length;
        if (!socket.isAbsolute() || length > LONGEST_PATH) {
            throw new IllegalArgumentException("socket: " + socket + " of " + length
                    + " bytes (expected: an absolute path of at most " + LONGEST_PATH + " bytes)");
        }
    }

    /**
     * Listens.
     *
     * @param bootstrap all but the channel's kind
     * @param access who may connect
     * @throws IOException the socket cannot be made, something stands there, or others may write to its directory
     */
    public static Channel bind(ServerBootstrap bootstrap, GatewayTransport transport, Path socket, SocketAccess access)
            throws IOException {
        requirePrivate(socket);
        requireAbsent(socket);
        ChannelFuture binding = bootstrap
                .channel(transport.listener())
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .handler(new Strangers(access))
                .bind(transport.address().apply(socket))
                .awaitUninterruptibly();
        if (!binding.isSuccess()) {
            throw new IOException("cannot listen on " + socket, binding.cause());
        }
        access.apply(socket);
        return binding.channel();
    }

    /** Netty would unlink what is there. */
    private static void requireAbsent(Path socket) throws IOException {
        if (Files.exists(socket, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileAlreadyExistsException(socket.toString(), null, "something stands where the socket goes");
        }
    }

    /** Whoever can write to the directory could put his own socket in the place of ours. */
    private static void requirePrivate(Path socket) throws IOException {
        Path parent = socket.toAbsolutePath().getParent();
        if (parent == null) {
            throw new IOException("socket: " + socket + " (expected: a file in a directory)");
        }
        Set<PosixFilePermission> mode = Files.getPosixFilePermissions(parent);
        if (mode.contains(PosixFilePermission.GROUP_WRITE) || mode.contains(PosixFilePermission.OTHERS_WRITE)) {
            throw new IOException("directory of the socket: " + parent + " is " + PosixFilePermissions.toString(mode)
                    + " (expected: writable by its owner only)");
        }
    }
}
