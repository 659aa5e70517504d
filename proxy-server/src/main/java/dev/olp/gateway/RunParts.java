package dev.olp.gateway;

import io.netty.channel.group.ChannelGroup;
import io.netty.handler.codec.http.HttpResponse;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the connections of one run share.
 *
 * @param channels every open channel of the run, both sides; closed with it
 * @param loginHeaders the real login
 * @param refusals what was refused so far
 */
record RunParts(
        UpstreamUrl upstream,
        Map<String, String> loginHeaders,
        UpstreamConnector connector,
        Admission admission,
        Meter meter,
        Consumer<ObservedLimits> observer,
        ChannelGroup channels,
        Set<Refusal> refusals) {
    private static final Logger LOG = LoggerFactory.getLogger(RunParts.class);

    static Set<Refusal> noRefusals() {
        return ConcurrentHashMap.newKeySet();
    }

    /** Logged once for each reason: a child could refuse itself a thousand times. */
    void refused(Refusal why) {
        if (refusals.add(why)) {
            LOG.atWarn()
                    .addKeyValue("reason", why)
                    .addKeyValue("requests", meter.requests())
                    .log("gateway refused");
        }
    }

    void unreachable(Throwable cause) {
        LOG.atWarn()
                .addKeyValue("upstream", upstream.authority())
                .addKeyValue("cause", cause.toString())
                .log("upstream unreachable");
    }

    /** The time is up; who comes now is told so. */
    @SuppressWarnings("FutureReturnValueIgnored") // a failed close leaves a closed channel
    void cutAll() {
        if (!channels.isEmpty()) {
            refused(Refusal.TIME_SPENT);
            channels.forEach(channel -> channel.close());
        }
    }

    void observe(HttpResponse head) {
        Map<String, String> limits = Headers.limits(head.headers());
        if (!limits.isEmpty()) {
            observer.accept(new ObservedLimits(head.status().code(), limits));
        }
    }

    /** Without the login. */
    @Override
    public String toString() {
        return "RunParts[" + upstream.authority() + "]";
    }
}
