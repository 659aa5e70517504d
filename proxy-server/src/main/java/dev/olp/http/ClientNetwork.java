package dev.olp.http;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.HexFormat;

/** What counts as one client where addresses are counted: whoever has one IPv6 address has a network of them. */
public final class ClientNetwork {
    private static final int IPV4_BYTES = 4;
    private static final int IPV6_NETWORK_BYTES = 8;

    private ClientNetwork() {}

    /** The whole IPv4 address, or the first 64 bits of an IPv6 one; hexadecimal. */
    public static String of(InetAddress address) {
        byte[] bytes = address.getAddress();
        return HexFormat.of().formatHex(bytes.length == IPV4_BYTES ? bytes : Arrays.copyOf(bytes, IPV6_NETWORK_BYTES));
    }
}
