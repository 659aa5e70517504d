package dev.olp.http;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads who a request came from and through, as proxies note it: the client first, each proxy's own peer last. */
final class ForwardedNodes {
    private static final String TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";

    /** RFC 7239, 4: one parameter and what ends it; without escapes, which no node needs. */
    private static final Pattern PARAMETER =
            Pattern.compile("[ \t]*(" + TOKEN + ")=(?:\"([^\"\\\\]*)\"|(" + TOKEN + "))[ \t]*([;,]|$)");

    private static final Pattern IPV4 = Pattern.compile("([0-9]{1,3}(?:\\.[0-9]{1,3}){3})(?::[0-9]{1,5})?");
    private static final Pattern IPV6 =
            Pattern.compile("\\[([0-9A-Fa-f:.]{2,45})](?::[0-9]{1,5})?|([0-9A-Fa-f.]*:[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*)");

    /** A request through more has lost its way. */
    private static final int MOST = 64;

    private ForwardedNodes() {}

    /** Of {@code X-Forwarded-For}, as they stand there. */
    static List<String> ofXForwardedFor(List<String> lines) {
        return List.of(String.join(",", lines).split(",", -1)).stream()
                .map(String::strip)
                .toList();
    }

    /** Of {@code Forwarded}; an element without {@code for} is an empty text. Empty when it is malformed. */
    static Optional<List<String>> ofForwarded(List<String> lines) {
        String text = String.join(",", lines);
        List<String> nodes = new ArrayList<>();
        Matcher parameter = PARAMETER.matcher(text);
        String node = "";
        int at = 0;
        while (parameter.region(at, text.length()).lookingAt() && nodes.size() < MOST) {
            if (parameter.group(1).equalsIgnoreCase("for")) {
                node = parameter.group(2) != null ? parameter.group(2) : parameter.group(3);
            }
            at = parameter.end();
            if (!parameter.group(4).equals(";")) {
                nodes.add(node);
                node = "";
            }
            if (parameter.group(4).isEmpty()) {
                return Optional.of(nodes);
            }
        }
        return Optional.empty();
    }

    /** The address of a node, its port left out; empty for a hidden or unknown one and for rubbish. */
    static Optional<InetAddress> address(String node) {
        Matcher four = IPV4.matcher(node);
        if (four.matches()) {
            return literal(four.group(1));
        }
        Matcher six = IPV6.matcher(node);
        return six.matches() ? literal(six.group(1) != null ? six.group(1) : six.group(2)) : Optional.empty();
    }

    private static Optional<InetAddress> literal(String text) {
        try {
            return Optional.of(InetAddress.ofLiteral(text));
        } catch (IllegalArgumentException notOne) {
            return Optional.empty();
        }
    }
}
