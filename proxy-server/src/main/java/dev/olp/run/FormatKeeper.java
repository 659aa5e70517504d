package dev.olp.run;

import dev.olp.http.ClientGone;
import dev.olp.provider.ChatEvent;
import dev.olp.provider.FinishReason;
import dev.olp.provider.OutputFormat;
import dev.olp.provider.Usage;
import dev.olp.routing.Hop;
import dev.olp.schema.FormatCheck;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lets an answer through that is in the format asked for. One that calls tools, or was cut or withheld, says so by its end
 * and passes as it is.
 *
 * <pre>held ─(a call begins)─▶ passing        held ─(end)─▶ passed on, or a complaint and nothing passed on</pre>
 */
final class FormatKeeper implements AnswerListener {
    private final AnswerListener listener;
    private final OutputFormat format;
    private final boolean live;
    private final StringBuilder text = new StringBuilder();
    private final List<ChatEvent> thoughts = new ArrayList<>();
    private ChatEvent.@Nullable UsageReport counted;
    private boolean passing;
    private boolean called;
    private @Nullable String complaint;

    /** @param live whether it passes as it comes, since the provider keeps the format, and is looked at at the end only */
    FormatKeeper(AnswerListener listener, OutputFormat format, boolean live) {
        this.listener = listener;
        this.format = format;
        this.live = live;
        this.passing = live;
    }

    /** What is wrong with the whole answer; null for nothing, or where there is none. */
    @Nullable
    String complaint() {
        return complaint;
    }

    /** All that the model said. */
    String text() {
        return text.toString();
    }

    @Override
    public void serving(Hop hop) {
        text.setLength(0);
        thoughts.clear();
        counted = null;
        passing = live;
        called = false;
        complaint = null;
        listener.serving(hop);
    }

    @Override
    public Wish event(ChatEvent event) throws ClientGone, InterruptedException {
        switch (event) {
            case ChatEvent.TextDelta delta -> text.append(delta.text());
            case ChatEvent.ReasoningDelta _, ChatEvent.ThoughtSealed _ -> {
                if (!passing) {
                    thoughts.add(event);
                }
            }
            case ChatEvent.UsageReport report -> counted = report;
            case ChatEvent.ToolCallStart _ -> {
                called = true;
                Wish wish = release(text.toString());
                if (wish != Wish.MORE) {
                    return wish;
                }
            }
            case ChatEvent.ToolCallDelta _, ChatEvent.StopMet _, ChatEvent.RateLimitReport _ -> {}
        }
        boolean waits = event instanceof ChatEvent.TextDelta
                || event instanceof ChatEvent.ReasoningDelta
                || event instanceof ChatEvent.ThoughtSealed
                || event instanceof ChatEvent.UsageReport;
        return passing || !waits ? listener.event(event) : Wish.MORE;
    }

    /** Passes on what was held, and all that comes. */
    private Wish release(String held) throws ClientGone, InterruptedException {
        if (passing) {
            return Wish.MORE;
        }
        passing = true;
        if (counted != null) {
            listener.event(counted);
        }
        for (ChatEvent thought : thoughts) {
            listener.event(thought);
        }
        return held.isEmpty() ? Wish.MORE : listener.event(new ChatEvent.TextDelta(held));
    }

    @Override
    public void finished(FinishReason reason, Usage usage, boolean estimated) throws ClientGone, InterruptedException {
        String shown = text.toString();
        if (reason == FinishReason.STOP && !called) {
            FormatCheck check = live ? FormatCheck.exact(format, shown) : FormatCheck.unfenced(format, shown);
            complaint = check.complaint();
            if (complaint != null) {
                return;
            }
            shown = check.document();
        }
        // a cap that the server keeps may cut what was held
        FinishReason end = release(shown) == Wish.CUT_HERE ? FinishReason.LENGTH : reason;
        listener.finished(end, usage, estimated);
    }

    @Override
    public boolean shown() {
        return listener.shown();
    }
}
