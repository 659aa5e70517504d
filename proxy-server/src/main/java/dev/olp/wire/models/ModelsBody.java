package dev.olp.wire.models;

import dev.olp.registry.ModelEntry;
import dev.olp.wire.JsonText;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * Bodies of {@code GET /v1/models} and {@code /v1/models/{id}}. Canonical ids only: a client that shows the list should
 * not show one model three times. An alias can be asked for, and is answered with its model.
 */
public final class ModelsBody {
    private ModelsBody() {}

    /** {@code {"object":"list","data":[…]}}. */
    public static byte[] openAi(List<ModelEntry> models) {
        return body(json -> {
            json.writeStartObject();
            json.writeStringProperty("object", "list");
            json.writeArrayPropertyStart("data");
            models.forEach(model -> writeOpenAi(json, model));
            json.writeEndArray();
            json.writeEndObject();
        });
    }

    /** One of OpenAI's model objects. */
    public static byte[] openAi(ModelEntry model) {
        return body(json -> writeOpenAi(json, model));
    }

    /** Anthropic's list, in one page. */
    public static byte[] anthropic(List<ModelEntry> models) {
        return body(json -> {
            json.writeStartObject();
            json.writeArrayPropertyStart("data");
            models.forEach(model -> writeAnthropic(json, model));
            json.writeEndArray();
            json.writeBooleanProperty("has_more", false);
            writeId(json, "first_id", models.isEmpty() ? null : models.getFirst());
            writeId(json, "last_id", models.isEmpty() ? null : models.getLast());
            json.writeEndObject();
        });
    }

    /** One of Anthropic's model objects. */
    public static byte[] anthropic(ModelEntry model) {
        return body(json -> writeAnthropic(json, model));
    }

    private static void writeOpenAi(JsonGenerator json, ModelEntry model) {
        json.writeStartObject();
        json.writeStringProperty("id", model.id());
        json.writeStringProperty("object", "model");
        json.writeNumberProperty("created", model.created());
        json.writeStringProperty("owned_by", model.provider());
        json.writeEndObject();
    }

    private static void writeAnthropic(JsonGenerator json, ModelEntry model) {
        json.writeStartObject();
        json.writeStringProperty("type", "model");
        json.writeStringProperty("id", model.id());
        json.writeStringProperty("display_name", model.displayName());
        json.writeStringProperty(
                "created_at", Instant.ofEpochSecond(model.created()).toString());
        json.writeEndObject();
    }

    private static void writeId(JsonGenerator json, String name, @Nullable ModelEntry model) {
        if (model == null) {
            json.writeNullProperty(name);
        } else {
            json.writeStringProperty(name, model.id());
        }
    }

    private static byte[] body(Consumer<JsonGenerator> content) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(4096);
        try (JsonGenerator json = JsonText.generator(bytes)) {
            content.accept(json);
        }
        return bytes.toByteArray();
    }
}
