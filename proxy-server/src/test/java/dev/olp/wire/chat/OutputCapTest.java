package dev.olp.wire.chat;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OutputCapTest {
    @Test
    void four_latin_two_cyrillic_or_one_han_character_make_a_token() {
        assertThat(OutputEstimate.tokens("")).isZero();
        assertThat(OutputEstimate.tokens("abcd")).isEqualTo(1);
        assertThat(OutputEstimate.tokens("abcde")).isEqualTo(2);
        assertThat(OutputEstimate.tokens("привет")).isEqualTo(3);
        assertThat(OutputEstimate.tokens("漢字かな")).isEqualTo(4);
        assertThat(OutputEstimate.tokens("😀😀")).isEqualTo(2);
    }

    @Test
    void s34_text_over_the_cap_is_cut_and_said_so() {
        OutputCap cap = new OutputCap(2);

        assertThat(cap.feed("abcdef")).isEqualTo("abcdef");
        assertThat(cap.feed("gh")).isEqualTo("gh");
        assertThat(cap.reached()).isFalse();
        assertThat(cap.feed("i")).isEmpty();
        assertThat(cap.reached()).isTrue();
        assertThat(cap.feed("j") + cap.flush()).isEmpty();
    }

    @Test
    void a_character_is_never_cut_in_two() {
        OutputCap cap = new OutputCap(1);

        assertThat(cap.feed("\uD83D")).isEmpty();
        assertThat(cap.feed("\uDE00\uD83D")).isEqualTo("😀");
        assertThat(cap.feed("\uDE00")).isEmpty();
        assertThat(cap.reached()).isTrue();
    }

    @Test
    void text_under_the_cap_is_not_changed() {
        OutputCap cap = new OutputCap(1_000);

        assertThat(cap.feed("a漢") + cap.feed("ü😀") + cap.flush()).isEqualTo("a漢ü😀");
        assertThat(cap.reached()).isFalse();
    }
}
