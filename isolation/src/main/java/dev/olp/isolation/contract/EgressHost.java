package dev.olp.isolation.contract;

import java.util.regex.Pattern;

/**
 * One place that a provider's CLI may reach: exactly this name and port.
 *
 * @param host a DNS name in lower case with at least two labels; never an address in any spelling, never a wildcard
 * @param port 1 to 65535
 */
public record EgressHost(String host, int port) {
    private static final String LABEL = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?";
    /** The last label has a letter first: {@code 127.1}, {@code 0x7f.0.0.1} and {@code a.0x7f} are addresses to resolvers. */
    private static final Pattern NAME = Pattern.compile("(" + LABEL + "\\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?");

    private static final int LONGEST_NAME = 253;
    private static final int LAST_PORT = 65_535;
    private static final Pattern PORT = Pattern.compile("[1-9][0-9]{0,4}");

    /** @throws InvalidContractException when the host is no plain name or the port none */
    public EgressHost {
        if (host.length() > LONGEST_NAME || !NAME.matcher(host).matches()) {
            throw new InvalidContractException(
                    "egressHosts", host, "a DNS name in lower case, no wildcard, no address literal");
        }
        if (port < 1 || port > LAST_PORT) {
            throw new InvalidContractException("egressHosts", host + ":" + port, "a port of 1-65535");
        }
    }

    /** @param declared {@code host:port} */
    public static EgressHost parse(String declared) {
        int colon = declared.lastIndexOf(':');
        if (colon < 0 || !PORT.matcher(declared.substring(colon + 1)).matches()) {
            throw new InvalidContractException("egressHosts", declared, "host:port");
        }
        return new EgressHost(declared.substring(0, colon), Integer.parseInt(declared.substring(colon + 1)));
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
