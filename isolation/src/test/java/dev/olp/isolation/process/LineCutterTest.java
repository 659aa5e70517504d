package dev.olp.isolation.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class LineCutterTest {
    private final List<String> lines = new ArrayList<>();
    private final LineCutter cutter = new LineCutter(10, line -> lines.add(new String(line, StandardCharsets.UTF_8)));

    @Test
    void wherever_the_stream_is_split_the_lines_are_the_same() throws Exception {
        byte[] text = "ä€\r\n\n😀\r\r\nplain\rinside\nlast".getBytes(StandardCharsets.UTF_8);
        for (int first = 0; first <= text.length; first++) {
            for (int second = first; second <= text.length; second++) {
                List<String> found = new ArrayList<>();
                LineCutter each = new LineCutter(100, line -> found.add(new String(line, StandardCharsets.UTF_8)));
                feed(each, Arrays.copyOfRange(text, 0, first));
                feed(each, Arrays.copyOfRange(text, first, second));
                feed(each, Arrays.copyOfRange(text, second, text.length));
                each.finish();
                assertThat(found).containsExactly("ä€", "", "😀\r", "plain\rinside", "last");
            }
        }
    }

    @Test
    void a_line_as_long_as_allowed_passes() throws Exception {
        assertThat(feed("0123456789\n0123456789\r\n0123456789")).isEqualTo(LineCutter.Cut.GO_ON);
        assertThat(cutter.finish()).isEqualTo(LineCutter.Cut.GO_ON);
        assertThat(lines).containsExactly("0123456789", "0123456789", "0123456789");
    }

    @Test
    void a_longer_one_does_not_with_or_without_its_end() throws Exception {
        assertThat(feed("0123456789a\n")).isEqualTo(LineCutter.Cut.LINE_TOO_LONG);
        assertThat(feed(new LineCutter(10, line -> true), "0123456789ab".getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(LineCutter.Cut.LINE_TOO_LONG);
        assertThat(lines).isEmpty();
    }

    @Test
    void an_unended_line_one_too_long_is_told_at_the_end() throws Exception {
        assertThat(feed("0123456789a")).isEqualTo(LineCutter.Cut.GO_ON);
        assertThat(cutter.finish()).isEqualTo(LineCutter.Cut.LINE_TOO_LONG);
    }

    @Test
    void a_taker_that_wants_no_more_stops_it() throws Exception {
        LineCutter refusing = new LineCutter(10, line -> false);
        assertThat(feed(refusing, "a\nb\n".getBytes(StandardCharsets.UTF_8))).isEqualTo(LineCutter.Cut.STOPPED);
    }

    private LineCutter.Cut feed(String text) throws InterruptedException {
        return feed(cutter, text.getBytes(StandardCharsets.UTF_8));
    }

    private static LineCutter.Cut feed(LineCutter cutter, byte[] bytes) throws InterruptedException {
        return cutter.accept(bytes, bytes.length);
    }
}
