package dev.olp.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class MediansTest {
    @Test
    void the_median_of_an_odd_number_is_the_middle_one() {
        assertThat(Medians.of(List.of(9, 1, 1000))).isEqualTo(9);
    }

    @Test
    void the_median_of_an_even_number_is_the_mean_of_the_middle_two() {
        assertThat(Medians.of(List.of(4.0, 1.0, 2.0, 1000.0))).isEqualTo(3);
    }

    @Test
    void nothing_has_no_median() {
        assertThatIllegalArgumentException().isThrownBy(() -> Medians.of(List.of()));
    }
}
