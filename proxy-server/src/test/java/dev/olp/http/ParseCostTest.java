package dev.olp.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ParseCostTest {
    @Test
    void latin_text_costs_three_times_its_length_and_keeps_one() {
        ParseCost cost = of("{\"a\":\"" + "é".repeat(5000) + "\"}");

        assertThat(cost).isEqualTo(new ParseCost(3 * 10_008, 10_008));
    }

    @Test
    void one_wide_character_makes_all_of_them_wide() {
        for (String wide : new String[] {"😀", "好", "\\u597d"}) {
            String body = "{\"a\":\"" + "x".repeat(5000) + wide + "\"}";

            int length = body.getBytes(StandardCharsets.UTF_8).length;
            assertThat(of(body)).as(wide).isEqualTo(new ParseCost(5L * length, 2L * length));
        }
    }

    @Test
    void many_small_values_cost_by_their_number_up_to_what_the_reader_takes() {
        assertThat(of("[" + "{},".repeat(10_000) + "1]").moment()).isEqualTo(100L * 20_001);
        assertThat(of("[" + "{},".repeat(500_000) + "1]").moment()).isEqualTo(100L * 250_000);
    }

    private static ParseCost of(String body) {
        return ParseCost.of(body.getBytes(StandardCharsets.UTF_8));
    }
}
