package dev.olp.wire.chat;

import dev.olp.provider.FinishReason;
import dev.olp.provider.Usage;
import dev.olp.wire.AnswerFrames;
import dev.olp.wire.ApiError;
import dev.olp.wire.ErrorBody;
import dev.olp.wire.FormatRefusal;
import dev.olp.wire.JsonText;
import dev.olp.wire.SseComment;
import dev.olp.wire.SurrogateJoiner;
import dev.olp.wire.WellFormed;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** The SSE frames of one streamed reply, each ending in a blank line. */
public final class ChatChunks implements AnswerFrames {
    private static final byte[] NOTHING = {};

    private final String id;
    private final long created;
    private final String model;
    private final boolean includeUsage;
    private final SurrogateJoiner content = new SurrogateJoiner();
    private final SurrogateJoiner reasoning = new SurrogateJoiner();
    private final Map<Integer, SurrogateJoiner> arguments = new LinkedHashMap<>();

    /**
     * Frames for one reply.
     *
     * @param id {@code chatcmpl-…}, the same in every chunk
     * @param created seconds since 1970
     * @param model as the client asked for it
     * @param includeUsage {@code stream_options.include_usage}
     */
    public ChatChunks(String id, long created, String model, boolean includeUsage) {
        this.id = id;
        this.created = created;
        this.model = WellFormed.text(model);
        this.includeUsage = includeUsage;
    }

    /** The first frame, with the role. */
    @Override
    public byte[] start() {
        return chunk(null, json -> {
            json.writeStringProperty("role", "assistant");
            json.writeStringProperty("content", "");
        });
    }

    /** Empty while all of it is half a surrogate pair. */
    @Override
    public byte[] text(String delta) {
        return delta("content", content.feed(delta));
    }

    /** As {@code reasoning_content}. */
    @Override
    public byte[] reasoning(String delta) {
        return delta("reasoning_content", reasoning.feed(delta));
    }

    /** The only frame with its id and name. */
    @Override
    public byte[] call(int index, String callId, String name) {
        return chunk(null, json -> writeCall(json, index, callId, name, ""));
    }

    @Override
    public byte[] arguments(int index, String delta) {
        String text =
                arguments.computeIfAbsent(index, _ -> new SurrogateJoiner()).feed(delta);
        return text.isEmpty() ? NOTHING : chunk(null, json -> writeCall(json, index, null, null, text));
    }

    private static void writeCall(
            JsonGenerator json, int index, @Nullable String callId, @Nullable String name, String arguments) {
        json.writeArrayPropertyStart("tool_calls");
        json.writeStartObject();
        json.writeNumberProperty("index", index);
        if (callId != null) {
            json.writeStringProperty("id", WellFormed.text(callId));
            json.writeStringProperty("type", "function");
        }
        json.writeObjectPropertyStart("function");
        if (name != null) {
            json.writeStringProperty("name", WellFormed.text(name));
        }
        json.writeStringProperty("arguments", arguments);
        json.writeEndObject();
        json.writeEndObject();
        json.writeEndArray();
    }

    /** The frame with the finish reason, after what was still held back. */
    public byte[] finish(FinishReason reason) {
        ByteArrayOutputStream frames = new ByteArrayOutputStream(512);
        frames.writeBytes(delta("reasoning_content", reasoning.flush()));
        frames.writeBytes(delta("content", content.flush()));
        arguments.forEach((index, joiner) -> {
            String rest = joiner.flush();
            if (!rest.isEmpty()) {
                frames.writeBytes(chunk(null, json -> writeCall(json, index, null, null, rest)));
            }
        });
        if (reason == FinishReason.WRONG_FORMAT) {
            frames.writeBytes(delta("refusal", FormatRefusal.SENTENCE));
        }
        frames.writeBytes(chunk(FinishReasons.openAi(reason), json -> {}));
        return frames.toByteArray();
    }

    /**
     * The usage chunk, without choices.
     *
     * @param estimated whether we counted and not the provider
     * @throws IllegalStateException when the client did not ask for it: an empty choices array crashes naive clients
     */
    public byte[] usage(Usage usage, boolean estimated) {
        if (!includeUsage) {
            throw new IllegalStateException("usage: not asked for");
        }
        return event(json -> {
            head(json);
            json.writeArrayPropertyStart("choices");
            json.writeEndArray();
            json.writeName("usage");
            UsageBody.write(json, usage, estimated);
            json.writeEndObject();
        });
    }

    @Override
    public byte[] done() {
        return "data: [DONE]\n\n".getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public byte[] error(ApiError error) {
        return event(json -> ErrorBody.writeOpenAi(json, error));
    }

    @Override
    public byte[] keepAlive() {
        return SseComment.of("keep-alive");
    }

    /** Told at the end alone. */
    @Override
    public void counted(Usage usage) {}

    /** OpenAI's clients are not told which it was. */
    @Override
    public void stopped(String stop) {}

    @Override
    public byte[] finish(FinishReason reason, Usage usage, boolean estimated) {
        ByteArrayOutputStream frames = new ByteArrayOutputStream(512);
        frames.writeBytes(finish(reason));
        if (includeUsage) {
            frames.writeBytes(usage(usage, estimated));
        }
        return frames.toByteArray();
    }

    private byte[] delta(String name, String text) {
        return text.isEmpty() ? NOTHING : chunk(null, json -> json.writeStringProperty(name, text));
    }

    private byte[] chunk(@Nullable String finishReason, Consumer<JsonGenerator> delta) {
        return event(json -> {
            head(json);
            json.writeArrayPropertyStart("choices");
            json.writeStartObject();
            json.writeNumberProperty("index", 0);
            json.writeObjectPropertyStart("delta");
            delta.accept(json);
            json.writeEndObject();
            json.writeNullProperty("logprobs");
            json.writeName("finish_reason");
            if (finishReason == null) {
                json.writeNull();
            } else {
                json.writeString(finishReason);
            }
            json.writeEndObject();
            json.writeEndArray();
            if (includeUsage) {
                json.writeNullProperty("usage");
            }
            json.writeEndObject();
        });
    }

    private void head(JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("id", id);
        json.writeStringProperty("object", "chat.completion.chunk");
        json.writeNumberProperty("created", created);
        json.writeStringProperty("model", model);
        json.writeNullProperty("system_fingerprint");
    }

    private static byte[] event(Consumer<JsonGenerator> body) {
        ByteArrayOutputStream frame = new ByteArrayOutputStream(256);
        frame.writeBytes("data: ".getBytes(StandardCharsets.UTF_8));
        try (JsonGenerator json = JsonText.generator(frame)) {
            body.accept(json);
        }
        frame.writeBytes("\n\n".getBytes(StandardCharsets.UTF_8));
        return frame.toByteArray();
    }
}
