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
    private final long estimatedInput;
    private long textQuarters;
    private long reasoningQuarters;
    private Usage last = Usage.ZERO;
    private boolean seen;
    private boolean cut;

    /** @param estimatedInput tokens of the request, for as long as the provider has not counted */
    public UsageMeter(ProviderHints hints, long estimatedInput) {
        this.reported = hints.reportsUsage();
        this.estimatedInput = estimatedInput;
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
        return new DialogueEnd.Finished(reason, current());
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
        return cut || !seen;
    }
}
