package dev.olp.app;

import dev.olp.alerts.Alert.Event;
import dev.olp.alerts.AlertSink;
import dev.olp.alerts.Alerts;
import dev.olp.alerts.Webhook;
import dev.olp.audit.AuditHealth;
import dev.olp.config.OlpConfig;
import dev.olp.config.Secret;
import dev.olp.provider.Fault;
import dev.olp.quota.PlanAccount;
import dev.olp.routing.Hop;
import dev.olp.run.Standing;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Raises alerts: by what a run met, and by a look now and then at what nobody reports. */
final class AlertWatch {
    private static final Duration INTERVAL = Duration.ofSeconds(5);

    private final Installation olp;
    private final CurrentServing current;

    private AlertWatch(Installation olp, CurrentServing current) {
        this.olp = olp;
        this.current = current;
    }

    static Repeating start(Installation olp, CurrentServing current) {
        return Repeating.start("alert-watch", INTERVAL, new AlertWatch(olp, current)::look);
    }

    /** Where alerts go by that configuration. */
    static Optional<AlertSink> sink(OlpConfig config) {
        return Optional.ofNullable(config.alerts().webhook())
                .map(Secret::value)
                .map(url -> new Webhook(URI.create(url), Version.current()));
    }

    /** How a hop ended; null when it answered. */
    static void met(Alerts alerts, Hop hop, @Nullable Fault fault, Instant now) {
        if (fault == null) {
            return;
        }
        String subject = hop.provider() + "/" + hop.account();
        if (fault.kind() == Fault.Kind.LOGIN_DEAD) {
            alerts.raise(
                    Event.LOGIN_DEAD,
                    subject,
                    "the login of %s (account %s) is refused by the provider. Renew it: olp login %s"
                            .formatted(hop.provider(), hop.account(), hop.provider()));
        } else if (fault.kind() == Fault.Kind.USAGE_LIMIT) {
            new PlanAlerts(alerts).spent(new PlanAccount(hop.provider(), hop.account()), fault.resetAt(), now);
        }
    }

    private void look() {
        if (current.loaded().config().alerts().webhook() == null) {
            return;
        }
        new PlanAlerts(olp.alerts())
                .look(
                        olp.state().quota().views(),
                        current.loaded().config().alerts().planPercentThreshold(),
                        olp.clock().instant());
        AuditHealth audit = olp.stores().audit().health();
        if (audit.failing() != null || audit.lost() > 0) {
            olp.alerts()
                    .raise(
                            Event.AUDIT_TROUBLE,
                            "audit",
                            "audit rows cannot be written (%s); %d wait, %d are lost. The log says more."
                                    .formatted(audit.failing(), audit.waiting(), audit.lost()));
        }
        for (String provider : current.providers().keySet()) {
            Standing standing = olp.proofs().standing(provider);
            Fault fault = standing.fault();
            if (standing.state() == Standing.State.OFF
                    && fault != null
                    && fault.kind() == Fault.Kind.SANDBOX_UNAVAILABLE) {
                olp.alerts()
                        .raise(
                                Event.SELF_TEST_FAILED,
                                provider,
                                "%s is off, since its sandbox is not proven to hold. See: olp selftest"
                                        .formatted(provider));
            }
        }
    }
}
