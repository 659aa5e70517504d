package dev.olp.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.provider.Usage;
import org.junit.jupiter.api.Test;

class PriceTest {
    private static final Price PLAIN = new Price(3, 0.3, 3.75, 15, null);
    private static final Price STEPPED = new Price(3, 0.3, 3.75, 15, new Price.LongPrompt(200_000, 6, 0.6, 7.5, 22.5));

    @Test
    void each_kind_of_token_has_its_own_price() {
        assertThat(PLAIN.micros(usage(1000, 0, 0, 0))).isEqualTo(3000);
        assertThat(PLAIN.micros(usage(1000, 1000, 0, 0))).isEqualTo(300);
        assertThat(PLAIN.micros(usage(1000, 400, 0, 10))).isEqualTo(1800 + 120 + 150);
        assertThat(PLAIN.micros(usage(1000, 400, 200, 10))).isEqualTo(1200 + 120 + 750 + 150);
        assertThat(PLAIN.micros(usage(0, 0, 0, 0))).isZero();
    }

    @Test
    void a_long_prompt_has_other_prices_for_all_of_its_tokens() {
        assertThat(STEPPED.micros(usage(200_000, 0, 0, 1))).isEqualTo(600_015);
        assertThat(STEPPED.micros(usage(200_001, 0, 0, 2))).isEqualTo(1_200_051);
        assertThat(STEPPED.micros(usage(200_001, 0, 1, 0))).isEqualTo(1_200_008);
    }

    @Test
    void fractions_of_a_millionth_are_rounded() {
        assertThat(PLAIN.micros(usage(2, 2, 0, 0))).isEqualTo(1);
        assertThat(PLAIN.micros(usage(1, 1, 0, 0))).isZero();
    }

    @Test
    void more_cached_than_input_never_makes_a_request_cheaper_than_its_cached_tokens() {
        assertThat(PLAIN.micros(usage(10, 100, 0, 0))).isEqualTo(30);
    }

    private static Usage usage(long input, long cached, long written, long output) {
        return new Usage(input, cached, written, output, 0);
    }
}
