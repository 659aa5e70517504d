package dev.olp.wire.responses;

import dev.olp.provider.FinishReason;
import dev.olp.provider.Usage;
import dev.olp.wire.AnswerFrames;
import dev.olp.wire.ApiError;
import dev.olp.wire.FormatRefusal;
import dev.olp.wire.SseComment;
import dev.olp.wire.responses.ResponseObject.Ending;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The events of one streamed response. Items come one after the other: what belongs to another ends the one before. Used by
 * one thread.
 *
 * <pre>created ─▶ in_progress ─▶ (output_item.added ─▶ … ─▶ output_item.done)* ─▶ completed | incomplete | failed</pre>
 */
public final class ResponseFrames implements AnswerFrames {
    private final ResponseObject response;
    private final ToolNames names;
    private final byte @Nullable [] items;
    private final Keeping keeping;
    private final ResponseEvents events = new ResponseEvents();
    private final List<OutputItem> ended = new ArrayList<>();
    private @Nullable OpenItem open;
    private boolean begun;
    /** The call whose item is open. */
    private int call;

    private Ending ending = Ending.NONE;
    private Usage usage = Usage.ZERO;
    private boolean estimated;

    /**
     * Frames for one response.
     *
     * @param id without {@code resp_}
     * @param created seconds since 1970
     * @param keeping told where the response is to be kept
     */
    public ResponseFrames(String id, long created, ResponsesRequest request, Keeping keeping) {
        this.items = request.items();
        this.keeping = keeping;
        this.response = new ResponseObject(id, created, request);
        this.names = request.names();
    }

    @Override
    public byte[] start() {
        ByteArrayOutputStream frames = new ByteArrayOutputStream(1024);
        begin(frames);
        return frames.toByteArray();
    }

    private void begin(ByteArrayOutputStream frames) {
        if (!begun) {
            begun = true;
            whole(frames, "response.created");
            whole(frames, "response.in_progress");
        }
    }

    @Override
    public byte[] text(String delta) {
        return said(new OutputItem.Message(), delta);
    }

    /** As a summary. */
    @Override
    public byte[] reasoning(String delta) {
        return said(new OutputItem.Reasoning(null), delta);
    }

    @Override
    public byte[] thought(String kind, String seal) {
        ByteArrayOutputStream frames = new ByteArrayOutputStream(512);
        OpenItem item = open != null && open.kind() instanceof OutputItem.Reasoning
                ? open
                : begin(frames, new OutputItem.Reasoning(null));
        item.seal(OutputItem.Reasoning.sealed(kind, seal));
        end(frames, ItemStatus.COMPLETED);
        return frames.toByteArray();
    }

    @Override
    public byte[] call(int number, String callId, String name) {
        ByteArrayOutputStream frames = new ByteArrayOutputStream(512);
        call = number;
        begin(frames, new OutputItem.Call(callId, names.of(name)));
        return frames.toByteArray();
    }

    /**
     * More of the arguments of the call that began last.
     *
     * @throws IllegalStateException for another one: items come one after the other
     */
    @Override
    public byte[] arguments(int number, String delta) {
        if (open == null || !(open.kind() instanceof OutputItem.Call) || number != call) {
            throw new IllegalStateException("arguments of call " + number + ", whose item is over");
        }
        ByteArrayOutputStream frames = new ByteArrayOutputStream(256);
        open.more(frames, delta);
        return frames.toByteArray();
    }

    /** Told at the end alone. */
    @Override
    public void counted(Usage known) {}

    /** There is no word for it. */
    @Override
    public void stopped(String stop) {}

    @Override
    public byte[] finish(FinishReason reason, Usage counted, boolean guessed) {
        ByteArrayOutputStream frames = new ByteArrayOutputStream(1024);
        ending = new Ending(reason, null);
        usage = counted;
        estimated = guessed;
        if (reason == FinishReason.WRONG_FORMAT) {
            begin(frames, new OutputItem.Refusal()).more(frames, FormatRefusal.SENTENCE);
        } else if (open == null && ended.stream().allMatch(item -> item.kind() instanceof OutputItem.Reasoning)) {
            begin(frames, new OutputItem.Message());
        }
        end(frames, ItemStatus.of(reason));
        return frames.toByteArray();
    }

    @Override
    public byte[] done() {
        if (items != null) {
            keeping.keep(response.render(ending, ended, usage, estimated), Conversation.joined(items, ended));
        }
        ByteArrayOutputStream frames = new ByteArrayOutputStream(1024);
        whole(frames, "response." + ending.status().word());
        return frames.toByteArray();
    }

    @Override
    public byte[] error(ApiError error) {
        ByteArrayOutputStream frames = new ByteArrayOutputStream(1024);
        begin(frames);
        ending = new Ending(null, error);
        whole(frames, "response.failed");
        return frames.toByteArray();
    }

    @Override
    public byte[] keepAlive() {
        return SseComment.of("keep-alive");
    }

    private byte[] said(OutputItem.Kind kind, String delta) {
        ByteArrayOutputStream frames = new ByteArrayOutputStream(256);
        OpenItem item = open == null || !open.kind().equals(kind) ? begin(frames, kind) : open;
        item.more(frames, delta);
        return frames.toByteArray();
    }

    private OpenItem begin(ByteArrayOutputStream frames, OutputItem.Kind kind) {
        end(frames, ItemStatus.COMPLETED);
        OpenItem item = new OpenItem(events, kind, response.itemId(kind, ended.size()), ended.size());
        item.begin(frames);
        open = item;
        return item;
    }

    private void end(ByteArrayOutputStream frames, ItemStatus status) {
        if (open != null) {
            ended.add(open.end(frames, status));
            open = null;
        }
    }

    private void whole(ByteArrayOutputStream frames, String type) {
        events.add(frames, type, json -> {
            json.writeName("response");
            boolean counted = ending.reason() != null;
            response.write(json, ending, ended, counted ? usage : null, estimated);
        });
    }
}
