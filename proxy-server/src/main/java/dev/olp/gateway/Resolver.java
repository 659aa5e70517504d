package dev.olp.gateway;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Finds the addresses of a name; may block. */
@FunctionalInterface
public interface Resolver {
    /** The machine's own. */
    Resolver SYSTEM = host -> List.of(InetAddress.getAllByName(host));

    /** @return at least one, the first to be tried first */
    List<InetAddress> addresses(String host) throws UnknownHostException;
}
