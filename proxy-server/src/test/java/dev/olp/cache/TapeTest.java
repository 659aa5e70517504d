package dev.olp.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.provider.ChatEvent;
import dev.olp.provider.ChatEvent.RateLimitReport;
import dev.olp.provider.ChatEvent.ReasoningDelta;
import dev.olp.provider.ChatEvent.StopMet;
import dev.olp.provider.ChatEvent.TextDelta;
import dev.olp.provider.ChatEvent.UsageReport;
import dev.olp.provider.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TapeTest {
    private static final String ALPHABET = "aé\u00FF\u0100漢\uD83D\uDE00\n";

    @Test
    void whatWasRecordedIsPlayedPieceByPiece() {
        List<ChatEvent> recorded = new ArrayList<>();
        Tape tape = new Tape();
        Random random = new Random(42);
        for (int i = 0; i < 2_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int length = 1 + random.nextInt(40); length > 0; length--) {
                // halves of a pair may fall into two pieces
                text.append(ALPHABET.charAt(random.nextInt(random.nextBoolean() ? 3 : ALPHABET.length())));
            }
            recorded.add(random.nextInt(4) == 0 ? new ReasoningDelta(text.toString()) : new TextDelta(text.toString()));
            tape.add(recorded.getLast());
        }

        assertThat(play(tape.cut())).isEqualTo(recorded);
        assertThat(tape.cut().size()).isEqualTo((int) tape.end());
    }

    @Test
    void callsArePlayedAsTheyCame() {
        List<ChatEvent> recorded = List.of(
                new ChatEvent.ToolCallStart(0, "call_é", "get_weather"),
                new ChatEvent.ToolCallStart(1, "", "漢"),
                new ChatEvent.ToolCallDelta(1, "{\"a\":"),
                new TextDelta("between"),
                new ChatEvent.ThoughtSealed("anthropic", "EqQB/+=="),
                new ChatEvent.ThoughtSealed("", ""),
                new ChatEvent.ToolCallDelta(0, "\uD83D"),
                new ChatEvent.ToolCallDelta(300, "\uDE00}"));
        Tape tape = new Tape();

        recorded.forEach(tape::add);

        assertThat(play(tape.cut())).isEqualTo(recorded);
    }

    @Test
    void whatIsSaidOfTheRunIsNotRecorded() {
        Tape tape = new Tape();

        tape.add(new RateLimitReport("five_hour", null, null, null));

        assertThat(tape.end()).isZero();
    }

    @Test
    void usageAndTheStopThatWasMetArePartOfAnAnswer() {
        List<ChatEvent> recorded =
                List.of(new UsageReport(new Usage(28, 3, 5, 1L << 40, 0)), new TextDelta("a"), new StopMet("漢"));
        Tape tape = new Tape();

        recorded.forEach(tape::add);

        assertThat(play(tape.cut())).isEqualTo(recorded);
    }

    @Test
    void anotherHopBeginsAnew() {
        Tape tape = new Tape();
        tape.add(new TextDelta("of the first"));

        tape.clear();
        tape.add(new TextDelta("of the second"));

        assertThat(play(tape.cut())).containsExactly(new TextDelta("of the second"));
    }

    @Test
    void eachReaderHasItsOwnPlace() {
        Tape tape = new Tape();
        tape.add(new TextDelta("once"));
        Reel stored = tape.cut();

        assertThat(play(stored.again())).containsExactly(new TextDelta("once"));
        assertThat(play(stored.again())).containsExactly(new TextDelta("once"));
    }

    private static List<ChatEvent> play(Reel reel) {
        List<ChatEvent> events = new ArrayList<>();
        while (reel.hasMore()) {
            events.add(reel.next());
        }
        return events;
    }
}
