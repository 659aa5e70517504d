package dev.olp.features.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import tools.jackson.databind.JsonNode;

/**
 * How many requests hold a slot of one provider, and how many wait for one, as {@code /health} tells the owner.
 *
 * @param leaks runs of all providers that left something behind
 */
public record SlotCount(int active, int queued, int leaks) {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    public static SlotCount of(OlpServer olp, String provider) throws IOException {
        JsonNode health = olp.get("/health").json();
        JsonNode slots = health.path("providers").path(provider);
        return new SlotCount(
                slots.path("active").intValue(),
                slots.path("queued").intValue(),
                health.path("leaks").intValue());
    }

    public static void awaitSlots(OlpServer olp, String provider, int active, int queued) {
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(20))
                .untilAsserted(() -> assertThat(of(olp, provider)).isEqualTo(new SlotCount(active, queued, 0)));
    }
}
