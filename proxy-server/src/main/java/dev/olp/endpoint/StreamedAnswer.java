package dev.olp.endpoint;

import dev.olp.http.ClientGone;
import dev.olp.http.ResponseHead;
import dev.olp.http.ResponseSink;
import dev.olp.provider.ChatEvent;
import dev.olp.provider.FinishReason;
import dev.olp.provider.Usage;
import dev.olp.routing.Hop;
import dev.olp.wire.AnswerFrames;
import dev.olp.wire.ApiError;
import dev.olp.wire.SseComment;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Server-sent events. The head is held back until the first content or the first heartbeat; the request's own thread
 * is the only writer, so a heartbeat never falls inside an event.
 *
 * <pre>silent ─(heartbeat)─▶ alive ─(content)─▶ answering ─▶ done | failed in the stream</pre>
 */
final class StreamedAnswer implements Answer {
    private final ResponseSink sink;
    private final AnswerFrames frames;
    private final Supplier<ResponseHead> head;
    private final Supplier<String> closingNote;
    private final long heartbeatNanos;
    private final boolean tellsPosition;
    private final LongSupplier ticker;
    private final Runnable onFirstContent;
    private final BeforeLastByte beforeLastByte;
    private long lastWritten;
    private int position;
    private boolean answering;
    private boolean keptAlive;

    StreamedAnswer(
            ResponseSink sink,
            AnswerFrames frames,
            Supplier<ResponseHead> head,
            Supplier<String> closingNote,
            long heartbeatNanos,
            boolean tellsPosition,
            LongSupplier ticker,
            Runnable onFirstContent,
            BeforeLastByte beforeLastByte) {
        this.sink = sink;
        this.frames = frames;
        this.head = head;
        this.closingNote = closingNote;
        this.heartbeatNanos = heartbeatNanos;
        this.tellsPosition = tellsPosition;
        this.ticker = ticker;
        this.onFirstContent = onFirstContent;
        this.beforeLastByte = beforeLastByte;
        this.lastWritten = ticker.getAsLong();
    }

    @Override
    public void serving(Hop hop) {
        // told by the headers
    }

    @Override
    public Wish event(ChatEvent event) throws ClientGone, InterruptedException {
        switch (event) {
            case ChatEvent.TextDelta delta -> {
                startAnswer();
                send(frames.text(delta.text()));
            }
            case ChatEvent.ReasoningDelta delta -> {
                startAnswer();
                send(frames.reasoning(delta.text()));
            }
            case ChatEvent.ThoughtSealed(String kind, String seal) -> {
                startAnswer();
                send(frames.thought(kind, seal));
            }
            case ChatEvent.ToolCallStart(int index, String id, String name) -> {
                startAnswer();
                send(frames.call(index, id, name));
            }
            case ChatEvent.ToolCallDelta(int index, String arguments) -> {
                startAnswer();
                send(frames.arguments(index, arguments));
            }
            case ChatEvent.StopMet(String stop) -> frames.stopped(stop);
            case ChatEvent.UsageReport(Usage usage) -> frames.counted(usage);
            case ChatEvent.RateLimitReport _ -> {
                // not for the client
            }
        }
        return Wish.MORE;
    }

    private void startAnswer() throws ClientGone, InterruptedException {
        if (!answering) {
            beginIfSilent();
            answering = true;
            onFirstContent.run();
            send(frames.start());
        }
    }

    private void beginIfSilent() throws ClientGone {
        if (!sink.begun()) {
            sink.begin(head.get());
        }
    }

    @Override
    public void finished(FinishReason reason, Usage usage, boolean estimated) throws ClientGone, InterruptedException {
        startAnswer();
        send(frames.finish(reason, usage, estimated));
        if (keptAlive) {
            send(SseComment.of(closingNote.get()));
        }
        beforeLastByte.run();
        send(frames.done());
        sink.finish();
    }

    @Override
    public void fail(ApiError error) throws ClientGone, InterruptedException {
        if (!sink.begun()) {
            sink.fail(error);
            return;
        }
        send(frames.error(error));
        sink.finish();
    }

    @Override
    public boolean shown() {
        return answering;
    }

    @Override
    public long nanosUntilDue() {
        return heartbeatNanos <= 0 ? Long.MAX_VALUE : heartbeatNanos - (ticker.getAsLong() - lastWritten);
    }

    @Override
    public void queued(int place) {
        position = place;
    }

    @Override
    public void beatIfDue() throws ClientGone, InterruptedException {
        if (nanosUntilDue() <= 0) {
            beginIfSilent();
            keptAlive |= !answering;
            send(tellsPosition && position > 0 ? SseComment.of("queue position " + position) : frames.keepAlive());
        }
    }

    private void send(byte[] frame) throws ClientGone, InterruptedException {
        if (frame.length > 0) {
            sink.send(frame);
        }
        lastWritten = ticker.getAsLong();
    }
}
