package dev.olp.gateway.egress;

import dev.olp.gateway.Meter;
import dev.olp.isolation.contract.EgressHost;
import io.netty.channel.group.ChannelGroup;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the connections of one run share.
 *
 * @param children the open connections of the child
 * @param upstreams those made for them
 * @param refusals how often each thing was refused so far
 */
record EgressParts(
        Set<EgressHost> hosts,
        Dialler dialler,
        Meter meter,
        AtomicBoolean timeIsUp,
        ChannelGroup children,
        ChannelGroup upstreams,
        Map<EgressRefusal, Integer> refusals) {
    private static final Logger LOG = LoggerFactory.getLogger(EgressParts.class);

    static Map<EgressRefusal, Integer> noRefusals() {
        return new ConcurrentHashMap<>();
    }

    /** Logged once for each reason, and never with the child's own words. */
    void refused(EgressRefusal why) {
        if (refusals.merge(why, 1, Integer::sum) == 1) {
            LOG.atWarn().addKeyValue("reason", why.label()).log("egress refused");
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // a failed close leaves a closed channel
    void endTime() {
        timeIsUp.set(true);
        if (!children.isEmpty()) {
            refused(EgressRefusal.TIME_SPENT);
            upstreams.forEach(channel -> channel.close());
            children.forEach(channel -> channel.close());
        }
    }
}
