package dev.olp.wire.chat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StopScannerTest {
    @Test
    void s35_a_stop_string_over_two_deltas_ends_the_text_before_it() {
        StopScanner scanner = new StopScanner(List.of("END"));

        assertThat(scanner.feed("abE")).isEqualTo("ab");
        assertThat(scanner.feed("ND tail")).isEmpty();
        assertThat(scanner.stopped()).isTrue();
        assertThat(scanner.feed("more")).isEmpty();
        assertThat(scanner.flush()).isEmpty();
    }

    @Test
    void what_only_looked_like_a_stop_string_is_shown_in_the_end() {
        StopScanner scanner = new StopScanner(List.of("END"));

        assertThat(scanner.feed("abEN")).isEqualTo("ab");
        assertThat(scanner.feed("x")).isEqualTo("ENx");
        assertThat(scanner.feed("E")).isEmpty();
        assertThat(scanner.flush()).isEqualTo("E");
        assertThat(scanner.stopped()).isFalse();
    }

    @Test
    void without_stop_strings_everything_passes() {
        StopScanner scanner = new StopScanner(List.of());

        assertThat(scanner.feed("abc")).isEqualTo("abc");
        assertThat(scanner.flush()).isEmpty();
    }

    @Test
    void the_stop_string_that_is_completed_first_wins() {
        assertThat(run(List.of("abcX", "bc"), List.of("abc", "X"))).isEqualTo("a");
        assertThat(run(List.of("c", "abc"), List.of("xabc"))).isEqualTo("x");
    }

    @Test
    void a_pair_of_surrogates_may_be_split() {
        assertThat(run(List.of("😀!"), List.of("a\uD83D", "\uDE00", "!b"))).isEqualTo("a");
        assertThat(run(List.of("😀!"), List.of("a\uD83D", "\uDE00", "?b"))).isEqualTo("a😀?b");
    }

    @Test
    void any_split_gives_what_a_search_in_the_whole_text_gives() {
        Random random = new Random(35);
        for (int round = 0; round < 20_000; round++) {
            String text = word(random, random.nextInt(24));
            List<String> stops = new ArrayList<>();
            for (int i = random.nextInt(5); i > 0; i--) {
                stops.add(word(random, 1 + random.nextInt(4)));
            }
            List<String> deltas = new ArrayList<>();
            int from = 0;
            while (from < text.length()) {
                int to = Math.min(text.length(), from + random.nextInt(5));
                deltas.add(text.substring(from, to));
                from = to;
            }
            assertThat(run(stops, deltas)).as("%s %s", stops, deltas).isEqualTo(naive(stops, text));
        }
    }

    private static String naive(List<String> stops, String text) {
        for (int end = 1; end <= text.length(); end++) {
            int start = end;
            for (String stop : stops) {
                if (text.substring(0, end).endsWith(stop)) {
                    start = Math.min(start, end - stop.length());
                }
            }
            if (start < end) {
                return text.substring(0, start);
            }
        }
        return text;
    }

    private static String word(Random random, int length) {
        StringBuilder word = new StringBuilder();
        while (word.length() < length) {
            word.append(List.of("a", "b", "😀", "😁").get(random.nextInt(4)));
        }
        return word.toString();
    }

    private static String run(List<String> stops, List<String> deltas) {
        StopScanner scanner = new StopScanner(stops);
        StringBuilder shown = new StringBuilder();
        for (String delta : deltas) {
            shown.append(scanner.feed(delta));
        }
        return shown.append(scanner.flush()).toString();
    }
}
