package dev.olp.wire.messages;

import dev.olp.provider.FinishReason;
import dev.olp.provider.Thought;
import dev.olp.provider.Usage;
import dev.olp.wire.AnswerFrames;
import dev.olp.wire.ApiError;
import dev.olp.wire.ErrorBody;
import dev.olp.wire.JsonText;
import dev.olp.wire.SurrogateJoiner;
import dev.olp.wire.WellFormed;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * The events of one streamed message, each whole (Anthropic Messages API, "Streaming messages"). Content comes in blocks,
 * one after the other: what belongs to another block ends the one before. Used by one thread.
 *
 * <pre>message_start ─▶ (content_block_start ─▶ content_block_delta* ─▶ content_block_stop)* ─▶ message_delta ─▶ message_stop</pre>
 */
public final class MessageFrames implements AnswerFrames {
    private final String id;
    private final String model;
    private final String requestId;
    private final SurrogateJoiner joiner = new SurrogateJoiner();
    private Usage usage = Usage.ZERO;
    private boolean begun;
    private int index;
    private @Nullable BlockKind open;
    private @Nullable String stop;

    /** The call whose block is open. */
    private int call;

    /**
     * Frames for one message.
     *
     * @param id {@code msg_…}
     * @param model as the client asked for it
     * @param requestId for an error
     */
    public MessageFrames(String id, String model, String requestId) {
        this.id = id;
        this.requestId = requestId;
        this.model = WellFormed.text(model);
    }

    /** {@code message_start} tells of the input. */
    @Override
    public void counted(Usage known) {
        usage = known;
    }

    @Override
    public void stopped(String met) {
        stop = met;
    }

    /** The start of a message needs to know its usage, and goes before the first block. */
    @Override
    public byte[] start() {
        return new byte[0];
    }

    @Override
    public byte[] text(String delta) {
        return delta(BlockKind.TEXT, delta);
    }

    /** As thinking. */
    @Override
    public byte[] reasoning(String delta) {
        return delta(BlockKind.THINKING, delta);
    }

    /** A signature ends a thinking block; what may not be read is a block of its own. */
    @Override
    public byte[] thought(String kind, String seal) {
        ByteArrayOutputStream frames = beginning();
        if (kind.equals(Thought.ANTHROPIC_REDACTED)) {
            end(frames);
            start(frames, BlockKind.REDACTED_THINKING, json -> json.writeStringProperty("data", WellFormed.text(seal)));
        } else {
            if (open != BlockKind.THINKING) {
                end(frames);
                start(frames, BlockKind.THINKING, BlockKind.THINKING::writeEmpty);
            }
            piece(frames, BlockKind.THINKING, joiner.flush());
            delta(frames, "signature_delta", "signature", MessageBody.signature(kind, seal));
        }
        end(frames);
        return frames.toByteArray();
    }

    @Override
    public byte[] call(int number, String callId, String name) {
        ByteArrayOutputStream frames = beginning();
        end(frames);
        call = number;
        start(frames, BlockKind.TOOL_USE, json -> {
            json.writeStringProperty("id", WellFormed.text(callId));
            json.writeStringProperty("name", WellFormed.text(name));
            json.writeObjectPropertyStart("input");
            json.writeEndObject();
        });
        return frames.toByteArray();
    }

    /**
     * More of the arguments of the call that began last.
     *
     * @throws IllegalStateException for another one: blocks come one after the other
     */
    @Override
    public byte[] arguments(int number, String delta) {
        if (open != BlockKind.TOOL_USE || number != call) {
            throw new IllegalStateException("arguments of call " + number + ", whose block is over");
        }
        return delta(BlockKind.TOOL_USE, delta);
    }

    @Override
    public byte[] finish(FinishReason reason, Usage counted, boolean estimated) {
        usage = counted;
        ByteArrayOutputStream frames = beginning();
        end(frames);
        frames.writeBytes(event("message_delta", json -> {
            json.writeObjectPropertyStart("delta");
            json.writeStringProperty("stop_reason", StopReasons.of(reason, stop));
            json.writeName("stop_sequence");
            json.writeString(stop);
            json.writeEndObject();
            json.writeName("usage");
            MessageUsage.write(json, counted, estimated);
        }));
        return frames.toByteArray();
    }

    @Override
    public byte[] done() {
        return event("message_stop", _ -> {});
    }

    @Override
    public byte[] error(ApiError error) {
        return frame("error", json -> ErrorBody.writeAnthropic(json, error, requestId));
    }

    @Override
    public byte[] keepAlive() {
        return event("ping", _ -> {});
    }

    /** Holds {@code message_start} the first time, then nothing. */
    private ByteArrayOutputStream beginning() {
        ByteArrayOutputStream frames = new ByteArrayOutputStream(256);
        if (!begun) {
            begun = true;
            frames.writeBytes(event("message_start", json -> {
                json.writeName("message");
                MessageBody.start(json, id, model);
                json.writeArrayPropertyStart("content");
                json.writeEndArray();
                json.writeNullProperty("stop_reason");
                json.writeNullProperty("stop_sequence");
                json.writeName("usage");
                MessageUsage.write(json, usage, false);
                json.writeEndObject();
            }));
        }
        return frames;
    }

    private byte[] delta(BlockKind kind, String delta) {
        ByteArrayOutputStream frames = beginning();
        if (open != kind) {
            end(frames);
            start(frames, kind, kind::writeEmpty);
        }
        piece(frames, kind, joiner.feed(delta));
        return frames.toByteArray();
    }

    private void start(ByteArrayOutputStream frames, BlockKind kind, Consumer<JsonGenerator> content) {
        open = kind;
        frames.writeBytes(event("content_block_start", json -> {
            json.writeNumberProperty("index", index);
            json.writeObjectPropertyStart("content_block");
            json.writeStringProperty("type", kind.type());
            content.accept(json);
            json.writeEndObject();
        }));
    }

    private void piece(ByteArrayOutputStream frames, BlockKind kind, String text) {
        if (!text.isEmpty()) {
            delta(frames, kind.delta(), kind.property(), text);
        }
    }

    private void delta(ByteArrayOutputStream frames, String type, String property, String text) {
        frames.writeBytes(event("content_block_delta", json -> {
            json.writeNumberProperty("index", index);
            json.writeObjectPropertyStart("delta");
            json.writeStringProperty("type", type);
            json.writeStringProperty(property, text);
            json.writeEndObject();
        }));
    }

    private void end(ByteArrayOutputStream frames) {
        if (open != null) {
            piece(frames, open, joiner.flush());
            frames.writeBytes(event("content_block_stop", json -> json.writeNumberProperty("index", index)));
            open = null;
            index++;
        }
    }

    private static byte[] event(String type, Consumer<JsonGenerator> content) {
        return frame(type, json -> {
            json.writeStartObject();
            json.writeStringProperty("type", type);
            content.accept(json);
            json.writeEndObject();
        });
    }

    private static byte[] frame(String type, Consumer<JsonGenerator> body) {
        ByteArrayOutputStream frame = new ByteArrayOutputStream(256);
        frame.writeBytes(("event: " + type + "\ndata: ").getBytes(StandardCharsets.UTF_8));
        try (JsonGenerator json = JsonText.generator(frame)) {
            body.accept(json);
        }
        frame.writeBytes("\n\n".getBytes(StandardCharsets.UTF_8));
        return frame.toByteArray();
    }
}
