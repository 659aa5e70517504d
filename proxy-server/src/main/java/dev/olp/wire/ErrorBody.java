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

    /** Anthropic's: {@code {"type":"error","error":{"type","message"},"request_id"}}. */
    public static byte[] anthropic(ApiError error, String requestId) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
        try (JsonGenerator json = JsonText.generator(bytes)) {
            writeAnthropic(json, error, requestId);
        }
        return bytes.toByteArray();
    }

    /** Writes the same object as the generator's next value. */
    public static void writeAnthropic(JsonGenerator json, ApiError error, String requestId) {
        json.writeStartObject();
        json.writeStringProperty("type", "error");
        json.writeObjectPropertyStart("error");
        json.writeStringProperty("type", anthropicType(error));
        json.writeStringProperty("message", WellFormed.text(error.message()));
        json.writeEndObject();
        json.writeStringProperty("request_id", requestId);
        json.writeEndObject();
    }

    /** Anthropic API, "Errors": by status, and overload apart. */
    private static String anthropicType(ApiError error) {
        return switch (error.status()) {
            case 401 -> "authentication_error";
            case 403 -> "permission_error";
            case 404 -> "not_found_error";
            case 413 -> "request_too_large";
            case 429 -> "rate_limit_error";
            case 503 -> "overloaded_error";
            case 504 -> "timeout_error";
            default -> error.status() < 500 ? "invalid_request_error" : "api_error";
        };
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
