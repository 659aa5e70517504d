package dev.olp.bench;

import dev.olp.http.ClientGone;
import dev.olp.provider.ChatEvent;
import dev.olp.provider.FinishReason;
import dev.olp.provider.ProviderHints;
import dev.olp.provider.Usage;
import dev.olp.routing.Hop;
import dev.olp.run.AnswerListener;
import dev.olp.run.Client;
import dev.olp.run.Engine;
import dev.olp.run.RunEnd;
import dev.olp.run.RunRequest;
import dev.olp.run.RunTrace;
import dev.olp.run.UsageMeter;
import java.util.List;

/** A provider that answers at once, with a sentence and a count of tokens. What is left is OLP's own. */
final class NullEngine implements Engine {
    private static final ProviderHints HINTS = new ProviderHints("null", true, true, true, true, false, true);
    private static final Usage USAGE = new Usage(12, 0, 0, 9, 0);

    @Override
    public RunEnd run(RunRequest request, List<Hop> hops, Client client) throws ClientGone, InterruptedException {
        Hop hop = hops.getFirst();
        UsageMeter meter = new UsageMeter(HINTS, USAGE.inputTokens());
        RunTrace trace = client.trace();
        trace.entered(hop, meter);
        trace.queued(0);
        trace.spawned(0);
        AnswerListener listener = client.listener();
        listener.serving(hop);
        listener.event(new ChatEvent.TextDelta("A server that asks another one for you."));
        meter.settle(USAGE);
        listener.finished(FinishReason.STOP, USAGE, false);
        return new RunEnd.Answered();
    }
}
