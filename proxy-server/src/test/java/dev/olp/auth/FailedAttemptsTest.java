package dev.olp.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.wire.ApiError;
import dev.olp.wire.ApiException;
import java.net.InetAddress;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class FailedAttemptsTest {
    private static final Instant NOW = Instant.parse("2026-11-30T10:15:30Z");
    private static final ApiError REFUSAL = ApiError.of(401, "invalid_api_key", "Not valid.");

    private final FailedAttempts failures = new FailedAttempts();

    @Test
    void too_many_of_an_address_are_told_to_wait_for_the_rest_of_a_minute() {
        exhaust("192.0.2.1");

        ApiError told = after("192.0.2.1", NOW.plusMillis(20_500));
        assertThat(told.status()).isEqualTo(429);
        assertThat(told.code()).isEqualTo("rate_limit_exceeded");
        assertThat(told.headers()).containsEntry("Retry-After", "40").containsEntry("retry-after-ms", "39500");
        assertThat(after("192.0.2.1", NOW.plus(FailedAttempts.WINDOW)).status()).isEqualTo(401);
    }

    @Test
    void an_address_does_not_count_for_another() {
        exhaust("192.0.2.1");

        assertThat(after("192.0.2.2", NOW).status()).isEqualTo(401);
    }

    @Test
    void an_ipv6_network_is_one_address() {
        exhaust("2001:db8:1:2::1");

        assertThat(after("2001:db8:1:2:ffff::9", NOW).status()).isEqualTo(429);
        assertThat(after("2001:db8:1:3::1", NOW).status()).isEqualTo(401);
    }

    @Test
    void a_clock_that_goes_back_begins_anew() {
        exhaust("192.0.2.1");

        assertThat(after("192.0.2.1", NOW.minusSeconds(600)).status()).isEqualTo(401);
    }

    @Test
    void so_many_addresses_that_one_is_forgotten_cost_no_more_memory() {
        exhaust("192.0.2.1");
        for (int i = 0; i < 5_000; i++) {
            after("10.%d.%d.1".formatted(i >> 8, i & 255), NOW);
        }

        assertThat(after("192.0.2.1", NOW).status()).isEqualTo(401);
    }

    private void exhaust(String address) {
        for (int i = 0; i < FailedAttempts.ALLOWED; i++) {
            assertThat(after(address, NOW)).isEqualTo(REFUSAL);
        }
        assertThat(after(address, NOW).status()).isEqualTo(429);
    }

    private ApiError after(String address, Instant now) {
        return failures.after(InetAddress.ofLiteral(address), new ApiException(REFUSAL), now)
                .error();
    }
}
