package dev.olp.run;

import dev.olp.provider.ChatEvent;
import dev.olp.provider.DialogueEnd;
import dev.olp.provider.FinishReason;
import dev.olp.provider.ProviderHints;
import dev.olp.provider.Usage;
import dev.olp.wire.chat.OutputEstimate;

/** The tokens of one run: what the provider reported, else an estimate that says so. Thread-safe. */
public final class UsageMeter {
    private final boolean reported;
    private long estimatedInput;
    private long textQuarters;
    private long reasoningQuarters;
    private Usage last = Usage.ZERO;
    private boolean seen;
    private boolean cut;
    private Usage before = Usage.ZERO;
    private boolean estimatedBefore;

    /** @param estimatedInput tokens of the request, for as long as the provider has not counted */
    public UsageMeter(ProviderHints hints, long estimatedInput) {
        this.reported = hints.reportsUsage();
        this.estimatedInput = estimatedInput;
    }

    /** Another run begins for the same answer; what was counted so far stays and is added to it. */
    synchronized void again(long newEstimatedInput) {
        before = current();
        estimatedBefore = estimated();
        estimatedInput = newEstimatedInput;
        textQuarters = 0;
        reasoningQuarters = 0;
        last = Usage.ZERO;
        seen = false;
        cut = false;
    }

    /** Counts one more event of the answer. */
    public synchronized void observe(ChatEvent event) {
        switch (event) {
            case ChatEvent.TextDelta delta -> textQuarters += OutputEstimate.quarters(delta.text());
            case ChatEvent.ReasoningDelta delta -> reasoningQuarters += OutputEstimate.quarters(delta.text());
            case ChatEvent.ToolCallStart call -> textQuarters += OutputEstimate.quarters(call.name());
            case ChatEvent.ToolCallDelta delta -> textQuarters += OutputEstimate.quarters(delta.arguments());
            case ChatEvent.UsageReport report -> {
                last = report.usage();
                seen = true;
            }
            case ChatEvent.RateLimitReport _, ChatEvent.StopMet _, ChatEvent.ThoughtSealed _ -> {
                // no tokens in it
            }
        }
    }

    /** An end that we made ourselves, before the provider's last count. */
    synchronized DialogueEnd cutShort(FinishReason reason) {
        cut = true;
        return new DialogueEnd.Finished(reason, ofThisRun());
    }

    /** The provider's count at the end of an answer. */
    public synchronized void settle(Usage usage) {
        if (reported) {
            last = usage;
            seen = true;
        }
    }

    /** What is known now; estimated where the provider has not counted. */
    public synchronized Usage current() {
        return before.plus(ofThisRun());
    }

    private Usage ofThisRun() {
        if (seen && !cut) {
            return last;
        }
        long reasoning = OutputEstimate.tokens(reasoningQuarters);
        long output = OutputEstimate.tokens(textQuarters) + reasoning;
        if (seen) {
            return new Usage(
                    last.inputTokens(),
                    last.cachedInputTokens(),
                    last.cacheWriteTokens(),
                    Math.max(last.outputTokens(), output),
                    Math.max(last.reasoningTokens(), reasoning));
        }
        return output == 0 && !cut ? Usage.ZERO : new Usage(estimatedInput, 0, 0, output, reasoning);
    }

    public synchronized boolean estimated() {
        return estimatedBefore || cut || !seen;
    }
}
