package dev.olp.wire;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An error as a client sees it; the body has all four keys, always (OpenAI error object).
 *
 * @param status HTTP status, 400 to 599
 * @param type OpenAI's {@code type}
 * @param code the exact code of our contract
 * @param param the field at fault; null for none
 * @param message a sentence that tells what to do; never a path, URL, token or a CLI's stderr
 * @param headers extra response headers (Retry-After, Allow, x-should-retry …)
 */
public record ApiError(
        int status, String type, String code, @Nullable String param, String message, Map<String, String> headers) {
    public ApiError {
        headers = Map.copyOf(headers);
    }

    public static ApiError of(int status, String code, String message) {
        return new ApiError(status, typeOf(status), code, null, message, Map.of());
    }

    public static ApiError badValue(String param, String message) {
        return new ApiError(400, typeOf(400), "invalid_value", param, message, Map.of());
    }

    public ApiError withHeader(String name, String value) {
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.put(name, value);
        return new ApiError(status, type, code, param, message, all);
    }

    /** Tells when to try again: {@code Retry-After} in seconds, rounded up, and {@code retry-after-ms}. */
    public ApiError withRetryAfter(Duration wait) {
        long milliseconds = wait.toMillis();
        return withHeader("Retry-After", Long.toString((milliseconds + 999) / 1000))
                .withHeader("retry-after-ms", Long.toString(milliseconds));
    }

    private static String typeOf(int status) {
        return switch (status) {
            case 401 -> "authentication_error";
            case 403 -> "permission_error";
            case 404 -> "not_found_error";
            case 429 -> "rate_limit_error";
            default -> status >= 500 ? "server_error" : "invalid_request_error";
        };
    }
}
