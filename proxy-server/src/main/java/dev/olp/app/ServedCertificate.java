package dev.olp.app;

import dev.olp.config.ConfigException;
import dev.olp.config.Problem;
import dev.olp.config.TlsPair;
import dev.olp.config.TlsSettings;
import dev.olp.http.DoorCertificate;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code server.tls} in force: plain HTTP, or a pair that a reload may replace for the connections that come later. One
 * reload at a time.
 */
final class ServedCertificate {
    private static final Logger log = LoggerFactory.getLogger(ServedCertificate.class);

    private static final Duration ENDS_SOON = Duration.ofDays(14);

    private final Clock clock;
    private @Nullable TlsPair pair;
    private @Nullable DoorCertificate door;
    private Told told = fingerprints -> {};

    /** Tells the commands on this machine which certificates they may meet. */
    @FunctionalInterface
    interface Told {
        /** @param fingerprints as {@link TlsPair#fingerprint()}, the newest first; none for plain HTTP */
        void certificates(List<String> fingerprints) throws IOException;
    }

    private ServedCertificate(Clock clock) {
        this.clock = clock;
    }

    /** @throws StartException with the setting and what to do */
    static ServedCertificate open(TlsSettings settings, Clock clock) throws StartException {
        ServedCertificate served = new ServedCertificate(clock);
        try {
            if (settings.enabled()) {
                TlsPair pair = TlsPair.read(settings, clock.instant());
                served.pair = pair;
                served.door = new DoorCertificate(pair.chain(), pair.key());
                served.warnOfItsEnd(pair);
            }
            return served;
        } catch (ConfigException e) {
            throw new StartException(String.valueOf(e.getMessage()), e);
        } catch (IllegalArgumentException e) {
            throw new StartException("server.tls.certificate: " + e.getMessage(), e);
        }
    }

    Optional<DoorCertificate> door() {
        return Optional.ofNullable(door);
    }

    /** Tells the one in force now, and each other one before it is served. */
    void tell(Told listener) throws IOException {
        listener.certificates(
                Optional.ofNullable(pair).map(TlsPair::fingerprint).stream().toList());
        told = listener;
    }

    /**
     * Reads the pair of these settings.
     *
     * @return serves it from the next connection on; cannot fail
     * @throws ConfigException with the setting and what to do; nothing has changed then
     */
    Runnable prepare(TlsSettings settings) throws ConfigException {
        if (settings.enabled() != (pair != null)) {
            throw refusal("server.tls", "as it was at the start: https is switched on and off by a restart only");
        }
        if (door == null || pair == null) {
            return () -> {};
        }
        TlsPair fresh = TlsPair.read(settings, clock.instant());
        if (fresh.equals(pair)) {
            return () -> {};
        }
        try {
            Runnable shown = door.prepare(fresh.chain(), fresh.key());
            told.certificates(List.of(fresh.fingerprint(), pair.fingerprint()));
            return () -> {
                shown.run();
                pair = fresh;
                log.atInfo()
                        .addKeyValue("subject", fresh.chain().getFirst().getSubjectX500Principal())
                        .addKeyValue(
                                "ends", fresh.chain().getFirst().getNotAfter().toInstant())
                        .log("another certificate is served from now on");
                warnOfItsEnd(fresh);
            };
        } catch (IllegalArgumentException e) {
            throw refusal("server.tls.certificate", "one that can be served: " + e.getMessage());
        } catch (IOException e) {
            throw refusal("OLP_HOME", "a folder that can be written: " + e);
        }
    }

    private static ConfigException refusal(String path, String expected) {
        return new ConfigException(List.of(new Problem(path, "", expected, null)));
    }

    private void warnOfItsEnd(TlsPair served) {
        Instant begin = served.chain().getFirst().getNotBefore().toInstant();
        Instant end = served.chain().getFirst().getNotAfter().toInstant();
        if (clock.instant().isBefore(begin)) {
            log.atWarn().addKeyValue("begins", begin).log("server.tls.certificate is not valid yet; clients refuse it");
        } else if (clock.instant().plus(ENDS_SOON).isAfter(end)) {
            log.atWarn().addKeyValue("ends", end).log("server.tls.certificate ends soon");
        }
    }
}
