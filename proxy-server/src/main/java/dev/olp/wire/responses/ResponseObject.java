package dev.olp.wire.responses;

import dev.olp.provider.FinishReason;
import dev.olp.provider.Usage;
import dev.olp.wire.ApiError;
import dev.olp.wire.JsonText;
import dev.olp.wire.WellFormed;
import java.io.ByteArrayOutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** The response object, at any moment of its life. */
final class ResponseObject {
    private final String id;
    private final long created;
    private final String model;
    private final ResponseEcho echo;

    /**
     * One response.
     *
     * @param id without {@code resp_}
     * @param created seconds since 1970
     */
    ResponseObject(String id, long created, ResponsesRequest request) {
        this.id = id;
        this.created = created;
        this.model = WellFormed.text(request.chat().requestedModel());
        this.echo = request.echo();
    }

    /** The id of an item of its output. */
    String itemId(OutputItem.Kind kind, int index) {
        return kind.prefix() + id + "_" + index;
    }

    /** What is known of how it ended; both null while it lasts. */
    record Ending(@Nullable FinishReason reason, @Nullable ApiError error) {
        static final Ending NONE = new Ending(null, null);

        ItemStatus status() {
            if (error != null) {
                return ItemStatus.FAILED;
            }
            return reason == null ? ItemStatus.IN_PROGRESS : ItemStatus.of(reason);
        }
    }

    /**
     * Writes it as the generator's next value.
     *
     * @param output items, all of them ended
     * @param usage null while it is not known
     */
    void write(JsonGenerator json, Ending ending, List<OutputItem> output, @Nullable Usage usage, boolean estimated) {
        json.writeStartObject();
        json.writeStringProperty("id", "resp_" + id);
        json.writeStringProperty("object", "response");
        json.writeNumberProperty("created_at", created);
        json.writeStringProperty("status", ending.status().word());
        json.writeBooleanProperty("background", false);
        json.writeName("error");
        ResponseErrors.write(json, ending.error());
        json.writeName("incomplete_details");
        writeDetails(json, ending.reason());
        json.writeStringProperty("model", model);
        json.writeArrayPropertyStart("output");
        for (int i = 0; i < output.size(); i++) {
            boolean last = i == output.size() - 1;
            ItemStatus status =
                    last && ending.status() == ItemStatus.INCOMPLETE ? ItemStatus.INCOMPLETE : ItemStatus.COMPLETED;
            output.get(i).write(json, status, true);
        }
        json.writeEndArray();
        echo.write(json);
        json.writeName("usage");
        if (usage == null) {
            json.writeNull();
        } else {
            ResponseUsage.write(json, usage, estimated);
        }
        json.writeEndObject();
    }

    /** All of it, UTF-8. */
    byte[] render(Ending ending, List<OutputItem> output, Usage usage, boolean estimated) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(2048);
        try (JsonGenerator json = JsonText.generator(bytes)) {
            write(json, ending, output, usage, estimated);
        }
        return bytes.toByteArray();
    }

    private static void writeDetails(JsonGenerator json, @Nullable FinishReason reason) {
        if (reason == null || ItemStatus.of(reason) == ItemStatus.COMPLETED) {
            json.writeNull();
            return;
        }
        json.writeStartObject();
        json.writeStringProperty("reason", reason == FinishReason.LENGTH ? "max_output_tokens" : "content_filter");
        json.writeEndObject();
    }
}
