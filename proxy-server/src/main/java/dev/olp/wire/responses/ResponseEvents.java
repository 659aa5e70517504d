package dev.olp.wire.responses;

import dev.olp.wire.JsonText;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/** Server-sent events, numbered from 0 without a gap. Used by one thread. */
final class ResponseEvents {
    private long next;

    /** Adds one whole event. */
    void add(ByteArrayOutputStream frames, String type, Consumer<JsonGenerator> content) {
        frames.writeBytes(("event: " + type + "\ndata: ").getBytes(StandardCharsets.UTF_8));
        try (JsonGenerator json = JsonText.generator(frames)) {
            json.writeStartObject();
            json.writeStringProperty("type", type);
            json.writeNumberProperty("sequence_number", next++);
            content.accept(json);
            json.writeEndObject();
        }
        frames.writeBytes("\n\n".getBytes(StandardCharsets.UTF_8));
    }
}
