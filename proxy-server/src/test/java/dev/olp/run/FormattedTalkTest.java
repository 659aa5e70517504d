package dev.olp.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.http.ClientGone;
import dev.olp.provider.ChatEvent;
import dev.olp.provider.ChatRequest;
import dev.olp.provider.Fault;
import dev.olp.provider.FinishReason;
import dev.olp.provider.OutputFormat;
import dev.olp.provider.Part;
import dev.olp.provider.ProviderHints;
import dev.olp.provider.Tools;
import dev.olp.provider.Turn;
import dev.olp.provider.Usage;
import dev.olp.routing.Hop;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FormattedTalkTest {
    private static final String SCHEMA = "{\"type\":\"object\",\"required\":[\"a\"]}";
    private static final ProviderHints HINTS = new ProviderHints("c", true, true, true, true, true, true);

    private final List<ChatRequest> asked = new ArrayList<>();
    private final Deque<Said> answers = new ArrayDeque<>();
    private final UsageMeter meter = new UsageMeter(HINTS, 1);
    private final Heard heard = new Heard();

    @Test
    void what_is_right_is_passed_on_whole_and_the_model_was_told_in_words() throws Exception {
        says("{\"a\":", "1}");

        assertThat(hold(new OutputFormat.JsonSchema("thing", "of use", SCHEMA), false))
                .isNull();

        assertThat(heard.told).containsExactly("hop", "usage", "text {\"a\":1}", "end STOP 10");
        assertThat(asked).hasSize(1);
        assertThat(asked.getFirst().format()).isEqualTo(new OutputFormat.Text());
        assertThat(asked.getFirst().system()).hasSize(2).first().isEqualTo("Be brief.");
        assertThat(asked.getFirst().system().getLast()).contains("thing", "of use", SCHEMA);
    }

    @Test
    void a_fence_around_all_of_it_is_taken_off() throws Exception {
        says("```json\n{\"a\":1}\n```\n");

        hold(new OutputFormat.JsonObject(), false);

        assertThat(heard.told).containsExactly("hop", "usage", "text {\"a\":1}", "end STOP 10");
    }

    @Test
    void what_is_wrong_is_asked_for_once_more_and_both_are_counted() throws Exception {
        says("Here: {\"b\":1}");
        says("{\"a\":2}");

        assertThat(hold(new OutputFormat.JsonSchema("thing", "", SCHEMA), false))
                .isNull();

        assertThat(heard.told).containsExactly("hop", "hop", "usage", "text {\"a\":2}", "end STOP 20");
        assertThat(asked.getLast().turns())
                .hasSize(3)
                .element(1)
                .isEqualTo(new Turn.Assistant("Here: {\"b\":1}", List.of()));
        assertThat(asked.getLast().turns().getLast().toString()).contains("not one JSON document");
    }

    @Test
    void what_is_wrong_twice_is_not_shown() throws Exception {
        says("{\"b\":1}");
        says("{}");

        assertThat(hold(new OutputFormat.JsonSchema("thing", "", SCHEMA), false))
                .isNull();

        assertThat(heard.told).containsExactly("hop", "hop", "end WRONG_FORMAT 20");
        assertThat(asked.getLast().turns().getLast().toString()).contains("required property 'a'");
    }

    @Test
    void what_is_kept_by_the_provider_is_passed_on_as_it_comes() throws Exception {
        says("{\"a\":", "1}");

        hold(new OutputFormat.JsonSchema("thing", "", SCHEMA), true);

        assertThat(heard.told).containsExactly("hop", "text {\"a\":", "text 1}", "usage", "end STOP 10");
        assertThat(asked.getFirst().format().isJson()).isTrue();
        assertThat(asked.getFirst().system()).containsExactly("Be brief.");
    }

    @Test
    void what_was_shown_and_turns_out_wrong_is_a_fault() throws Exception {
        says("{\"b\":1}");
        heard.shows = true;

        Fault fault = hold(new OutputFormat.JsonSchema("thing", "", SCHEMA), true);

        assertThat(Objects.requireNonNull(fault).kind()).isEqualTo(Fault.Kind.WRONG_FORMAT);
        assertThat(heard.told).doesNotContain("end STOP 10");
    }

    @Test
    void an_answer_that_was_cut_says_so() throws Exception {
        answers.add(new Said(List.of("{\"a\""), FinishReason.LENGTH, false));

        hold(new OutputFormat.JsonObject(), false);

        assertThat(heard.told).containsExactly("hop", "usage", "text {\"a\"", "end LENGTH 10");
        assertThat(asked).hasSize(1);
    }

    @Test
    void a_call_is_no_document_and_passes() throws Exception {
        answers.add(new Said(List.of("Let me look."), FinishReason.TOOL_CALLS, true));

        hold(new OutputFormat.JsonObject(), false);

        assertThat(heard.told).containsExactly("hop", "text Let me look.", "call f", "usage", "end TOOL_CALLS 10");
    }

    private void says(String... texts) {
        answers.add(new Said(List.of(texts), FinishReason.STOP, false));
    }

    private @Nullable Fault hold(OutputFormat format, boolean enforced) throws Exception {
        ChatRequest chat = new ChatRequest(
                List.of("Be brief."),
                List.of(new Turn.User(List.of(new Part.Text("Q")))),
                null,
                List.of(),
                null,
                Tools.NONE,
                format);
        Client client = new Client(heard, new Cancellation(), Silence.UNNOTICED, new RunTrace(() -> 0));
        return new FormattedTalk(chat, enforced, client, meter).hold(this::talk);
    }

    private @Nullable Fault talk(ChatRequest chat, Client client) throws ClientGone, InterruptedException {
        asked.add(chat);
        Said said = answers.remove();
        AnswerListener listener = client.listener();
        listener.serving(new Hop("p", "m", "default"));
        for (String text : said.texts) {
            listener.event(new ChatEvent.TextDelta(text));
        }
        if (said.calls) {
            listener.event(new ChatEvent.ToolCallStart(0, "1", "f"));
        }
        Usage usage = new Usage(7, 0, 0, 3, 0);
        meter.observe(new ChatEvent.UsageReport(usage));
        listener.event(new ChatEvent.UsageReport(usage));
        listener.finished(said.reason, meter.current(), meter.estimated());
        return null;
    }

    private record Said(List<String> texts, FinishReason reason, boolean calls) {}

    /** Notes what it is told. */
    private static final class Heard implements AnswerListener {
        private final List<String> told = new ArrayList<>();
        private boolean shows;

        @Override
        public void serving(Hop hop) {
            told.add("hop");
        }

        @Override
        public Wish event(ChatEvent event) {
            switch (event) {
                case ChatEvent.TextDelta delta -> told.add("text " + delta.text());
                case ChatEvent.ToolCallStart call -> told.add("call " + call.name());
                case ChatEvent.UsageReport _ -> told.add("usage");
                default -> told.add("else");
            }
            return Wish.MORE;
        }

        @Override
        public void finished(FinishReason reason, Usage usage, boolean estimated) {
            told.add("end " + reason + " " + usage.totalTokens());
        }

        @Override
        public boolean shown() {
            return shows;
        }
    }
}
