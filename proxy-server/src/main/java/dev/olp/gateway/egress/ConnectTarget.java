package dev.olp.gateway.egress;

import dev.olp.isolation.contract.EgressHost;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a CONNECT asks for, judged by its spelling alone. */
sealed interface ConnectTarget {
    /** It is on the list. */
    record Listed(EgressHost host) implements ConnectTarget {}

    record Refused(EgressRefusal why) implements ConnectTarget {}

    /** The port is the last colon's; a dot at the end only says that the name is whole. */
    Pattern SHAPE = Pattern.compile("([A-Za-z0-9.-]{1,253}?)\\.?:([1-9][0-9]{0,4})");

    /** As resolvers read names: four parts or fewer, decimal, octal or hexadecimal, or just a number at the end. */
    Pattern NUMBER_AT_THE_END = Pattern.compile("(.*\\.)?([0-9]+|0[xX][0-9a-fA-F]*)\\.?");

    /** @param asked as it stands in the request */
    static ConnectTarget of(String asked, Set<EgressHost> listed) {
        int colon = asked.lastIndexOf(':');
        String host = colon < 0 ? asked : asked.substring(0, colon);
        if (host.indexOf(':') >= 0
                || host.startsWith("[")
                || NUMBER_AT_THE_END.matcher(host).matches()) {
            return new Refused(EgressRefusal.ADDRESS_LITERAL);
        }
        Matcher shape = SHAPE.matcher(asked);
        if (!shape.matches()) {
            return new Refused(EgressRefusal.NOT_A_NAME);
        }
        String name = shape.group(1).toLowerCase(Locale.ROOT);
        int port = Integer.parseInt(shape.group(2));
        return listed.stream()
                .filter(each -> each.port() == port && each.host().equals(name))
                .<ConnectTarget>map(Listed::new)
                .findFirst()
                .orElseGet(() -> new Refused(EgressRefusal.NOT_ON_ALLOWLIST));
    }
}
