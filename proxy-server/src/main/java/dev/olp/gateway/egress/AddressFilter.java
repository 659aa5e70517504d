package dev.olp.gateway.egress;

import java.net.InetAddress;

/** Which addresses a name on the list may lead to; may block. */
@FunctionalInterface
public interface AddressFilter {
    boolean allows(InetAddress address);
}
