package dev.olp.gateway;

import io.netty.channel.Channel;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.OptionalLong;

/**
 * Who may connect to a run's socket: its owner. Where it cannot be given to the child's user, it is open to all, and
 * whoever is not that user is turned away when he comes; the run's token is asked for in any case.
 *
 * @param owner uid that it is given to; empty for our own
 * @param visitor uid for whom alone it is open
 */
public record SocketAccess(OptionalLong owner, OptionalLong visitor) {
    /** For a child that is us. */
    public static SocketAccess ours() {
        return new SocketAccess(OptionalLong.empty(), OptionalLong.empty());
    }

    /** For a server that is root. */
    public static SocketAccess givenTo(long uid) {
        return new SocketAccess(OptionalLong.of(uid), OptionalLong.empty());
    }

    /** For any other server whose child is another user. */
    public static SocketAccess openTo(long uid) {
        return new SocketAccess(OptionalLong.empty(), OptionalLong.of(uid));
    }

    void apply(Path socket) throws IOException {
        Files.setPosixFilePermissions(
                socket, PosixFilePermissions.fromString(visitor.isPresent() ? "rw-rw-rw-" : "rw-------"));
        if (owner.isPresent()) {
            Files.setAttribute(socket, "unix:uid", Math.toIntExact(owner.getAsLong()));
        }
    }

    /** Whether this connection is from whom it should be; only epoll's kind can tell, so no other is let in where it counts. */
    boolean admits(Channel connection) {
        if (visitor.isEmpty()) {
            return true;
        }
        try {
            return connection instanceof EpollDomainSocketChannel unix
                    && Integer.toUnsignedLong(unix.peerCredentials().uid()) == visitor.getAsLong();
        } catch (IOException gone) {
            return false;
        }
    }
}
