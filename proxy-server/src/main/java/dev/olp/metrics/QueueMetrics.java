package dev.olp.metrics;

import dev.olp.run.QueueWatch;
import dev.olp.run.SlotRequest;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Locale;

/** What becomes of requests that wait for a slot. Thread-safe. */
public final class QueueMetrics {
    private static final String ACCOUNT = "account";
    private static final double[] POSITIONS = {1, 2, 4, 8, 16, 32, 64, 128, 256};

    private final Histogram positions;
    private final Counter left;

    QueueMetrics(PrometheusRegistry registry) {
        positions = Histogram.builder()
                .name("olp_queue_position")
                .help("How many turns away from a slot a request was when it came into the line, from 1.")
                .classicOnly()
                .classicUpperBounds(POSITIONS)
                .labelNames(Metrics.PROVIDER, ACCOUNT)
                .register(registry);
        left = Counter.builder()
                .name("olp_queue_left_total")
                .help("Requests that could not have a slot at once, by what became of their wait.")
                .labelNames(Metrics.PROVIDER, ACCOUNT, "how")
                .register(registry);
    }

    /** For one provider's line. */
    public QueueWatch of(String provider) {
        return new QueueWatch() {
            @Override
            public void entered(SlotRequest wanted, int position) {
                positions.labelValues(provider, wanted.account()).observe(position);
            }

            @Override
            public void left(SlotRequest wanted, How how) {
                left.labelValues(provider, wanted.account(), how.name().toLowerCase(Locale.ROOT))
                        .inc();
            }
        };
    }
}
