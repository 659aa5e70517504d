package dev.olp.wire;

import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Bodies of error replies, UTF-8 JSON. */
public final class ErrorBody {
    private ErrorBody() {}

    /** OpenAI's error object: {@code {"error":{"message","type","param","code"}}}, the four keys always. */
    public static byte[] openAi(ApiError error) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
        try (JsonGenerator json = JsonText.generator(bytes)) {
            writeOpenAi(json, error);
        }
        return bytes.toByteArray();
    }

    /** Writes the same object as the generator's next value. */
    public static void writeOpenAi(JsonGenerator json, ApiError error) {
        json.writeStartObject();
        json.writeName("error");
        json.writeStartObject();
        json.writeStringProperty("message", WellFormed.text(error.message()));
        json.writeStringProperty("type", error.type());
        writeNullable(json, "param", error.param());
        json.writeStringProperty("code", error.code());
        json.writeEndObject();
        json.writeEndObject();
    }

    private static void writeNullable(JsonGenerator json, String name, @Nullable String value) {
        if (value == null) {
            json.writeNullProperty(name);
        } else {
            json.writeStringProperty(name, WellFormed.text(value));
        }
    }
}
