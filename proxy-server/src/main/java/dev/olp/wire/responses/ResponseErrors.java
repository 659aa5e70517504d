package dev.olp.wire.responses;

import dev.olp.wire.ApiError;
import dev.olp.wire.WellFormed;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** The {@code error} of a response that failed after its start. The API has few codes for it, so ours ends the message. */
final class ResponseErrors {
    /** Clients act on them. */
    private static final Set<String> KEPT =
            Set.of("rate_limit_exceeded", "insufficient_quota", "context_length_exceeded");

    private ResponseErrors() {}

    static void write(JsonGenerator json, @Nullable ApiError error) {
        if (error == null) {
            json.writeNull();
            return;
        }
        String code = code(error);
        json.writeStartObject();
        json.writeStringProperty("code", code);
        json.writeStringProperty(
                "message",
                WellFormed.text(
                        code.equals(error.code()) ? error.message() : error.message() + " (" + error.code() + ")"));
        json.writeEndObject();
    }

    private static String code(ApiError error) {
        if (KEPT.contains(error.code())) {
            return error.code();
        }
        return switch (error.status()) {
            case 429 -> "rate_limit_exceeded";
            case 400 -> "invalid_prompt";
            default -> "server_error";
        };
    }
}
