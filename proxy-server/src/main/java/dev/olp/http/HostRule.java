package dev.olp.http;

import java.net.InetAddress;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which {@code Host} a request may name. A web page that made its own name point at us (DNS rebinding) is same-origin
 * with us in the browser's eyes, but it cannot make the browser send another name than its own.
 *
 * <p>Accepted: loopback names and addresses, the address that this connection came in on, the bound addresses, and the
 * configured names. The port is not compared: forwarded ports are common and prove nothing.
 */
final class HostRule {
    private static final Pattern AUTHORITY =
            Pattern.compile("(?:\\[([0-9A-Fa-f:.]+)]|([A-Za-z0-9._-]+))(?::[0-9]{0,5})?");
    private static final Pattern ADDRESS = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}|[0-9a-f.]*:[0-9a-f:.]*");

    private final Set<String> names = new HashSet<>();
    private final Set<InetAddress> addresses = new HashSet<>();

    HostRule(HttpSettings settings) {
        addresses.addAll(settings.bind());
        for (String name : settings.allowedHosts()) {
            @Nullable InetAddress address = address(name.toLowerCase(Locale.ROOT));
            if (address == null) {
                names.add(name.toLowerCase(Locale.ROOT));
            } else {
                addresses.add(address);
            }
        }
        names.add("localhost");
        names.add("*.localhost");
    }

    /** The host of {@code host[:port]}, lower case, without brackets; null when it is no authority. */
    static @Nullable String hostOf(String authority) {
        Matcher matcher = AUTHORITY.matcher(authority);
        if (!matcher.matches()) {
            return null;
        }
        String host = matcher.group(1) != null ? matcher.group(1) : matcher.group(2);
        String bare = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
        return bare.toLowerCase(Locale.ROOT);
    }

    boolean accepts(String host, InetAddress local) {
        @Nullable InetAddress address = address(host);
        if (address != null) {
            return address.isLoopbackAddress() || address.equals(local) || addresses.contains(address) || any();
        }
        return any() || names.contains(host) || underListedDomain(host);
    }

    private boolean any() {
        return names.contains("*");
    }

    private boolean underListedDomain(String host) {
        for (int dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1)) {
            if (names.contains("*" + host.substring(dot))) {
                return true;
            }
        }
        return false;
    }

    private static @Nullable InetAddress address(String host) {
        if (!ADDRESS.matcher(host).matches()) {
            return null;
        }
        try {
            return InetAddress.ofLiteral(host);
        } catch (IllegalArgumentException notAnAddress) {
            return null;
        }
    }
}
