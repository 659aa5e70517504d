package dev.olp.provider.anthropic;

import dev.olp.provider.Fault;
import dev.olp.provider.common.JsonFields;
import java.time.Instant;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Maps claude's failed results to our taxonomy, by {@code api_error_status}, {@code api_error} and the {@code error} of
 * the synthetic assistant line. {@code subtype} says {@code success} even in failures and is never asked. Texts are
 * looked at only where 2.1.152 says it nowhere else.
 */
final class ClaudeFaults {
    private static final int BAD_REQUEST = 400;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int TOO_LARGE = 413;
    private static final int TOO_MANY = 429;
    private static final int SERVER_ERRORS = 500;
    private static final int UNAVAILABLE = 503;
    private static final int OVERLOADED = 529;

    private static final Pattern CONNECTION =
            Pattern.compile("Connection (dropped|error|to the API)|Unable to connect|ECONN|Stream ended");

    /** The provider's refusals to let a plan pay for what it takes for somebody else's client. */
    private static final Pattern NOT_ON_THE_PLAN = Pattern.compile(
            "third-party (app|client|tool|harness)|extra usage, not your plan|only authorized for use with Claude Code",
            Pattern.CASE_INSENSITIVE);

    /** All that is said of a spent window where no event told of it; the reset stands behind it. */
    private static final Pattern SPENT =
            Pattern.compile("^You.ve hit your [\\w -]{0,30}limit\\b|^Claude AI usage limit reached\\|");

    private ClaudeFaults() {}

    /**
     * The fault in a result with {@code is_error}.
     *
     * @param error the {@code error} of the synthetic assistant line; {@code ""} when there was none
     * @param rejectedUntil when a rejected plan window starts anew; null when no window was rejected or it did not say
     * @param windowRejected whether the provider rejected a plan window
     */
    static Fault of(JsonNode result, String error, boolean windowRejected, @Nullable Instant rejectedUntil) {
        String text = textOf(result);
        Fault.Kind kind = kind(result, error, windowRejected, text);
        String logMessage =
                "error=%s status=%s: %s".formatted(error, JsonFields.number(result, "api_error_status", 0), text);
        return new Fault(kind, kind == Fault.Kind.USAGE_LIMIT ? rejectedUntil : null, logMessage, null);
    }

    private static Fault.Kind kind(JsonNode result, String error, boolean windowRejected, String text) {
        String apiError = JsonFields.textOrEmpty(result, "api_error");
        String terminal = JsonFields.textOrEmpty(result, "terminal_reason");
        int status = (int) JsonFields.number(result, "api_error_status", 0);
        if (terminal.equals("prompt_too_long") || text.startsWith("Prompt is too long")) {
            return Fault.Kind.CONTEXT_LENGTH;
        }
        if (error.equals("billing_error")
                || text.startsWith("Credit balance is too low")
                || NOT_ON_THE_PLAN.matcher(text).find()) {
            return Fault.Kind.BILLING;
        }
        boolean spent = windowRejected || SPENT.matcher(text).find();
        if (apiError.equals("usage_limit_reached") || (spent && (status == TOO_MANY || isRateLimit(error)))) {
            return Fault.Kind.USAGE_LIMIT;
        }
        if (status == FORBIDDEN && text.contains("OAuth token has been revoked")) {
            return Fault.Kind.LOGIN_DEAD;
        }
        if (status != 0) {
            return byStatus(status, error);
        }
        if (terminal.equals("max_turns")) {
            return Fault.Kind.PROTOCOL;
        }
        if (terminal.equals("budget_exhausted")) {
            // a budget that only an answer can spend, and the answer had no end: its stream was cut
            return Fault.Kind.CONNECTION;
        }
        return withoutStatus(error, apiError, text);
    }

    private static boolean isRateLimit(String error) {
        return error.equals("rate_limit");
    }

    private static Fault.Kind byStatus(int status, String error) {
        return switch (status) {
            case UNAUTHORIZED -> Fault.Kind.LOGIN_DEAD;
            case FORBIDDEN -> Fault.Kind.FORBIDDEN;
            case NOT_FOUND -> Fault.Kind.MODEL_UNAVAILABLE;
            case TOO_LARGE -> Fault.Kind.REQUEST_TOO_LARGE;
            case TOO_MANY -> Fault.Kind.RATE_LIMIT;
            case UNAVAILABLE, OVERLOADED -> Fault.Kind.OVERLOADED;
            case BAD_REQUEST -> error.equals("model_not_found") ? Fault.Kind.MODEL_UNAVAILABLE : Fault.Kind.BAD_REQUEST;
            default -> status >= SERVER_ERRORS ? Fault.Kind.SERVER_ERROR : Fault.Kind.BAD_REQUEST;
        };
    }

    private static Fault.Kind withoutStatus(String error, String apiError, String text) {
        if (apiError.equals("stream_idle_timeout") || text.contains("timed out")) {
            return Fault.Kind.TIMEOUT;
        }
        if (apiError.equals("connection_failed") || CONNECTION.matcher(text).find()) {
            return Fault.Kind.CONNECTION;
        }
        return switch (error) {
            case "authentication_failed" -> Fault.Kind.LOGIN_DEAD;
            case "oauth_org_not_allowed" -> Fault.Kind.FORBIDDEN;
            case "model_not_found" -> Fault.Kind.MODEL_UNAVAILABLE;
            case "rate_limit" -> Fault.Kind.RATE_LIMIT;
            case "overloaded" -> Fault.Kind.OVERLOADED;
            case "server_error" -> Fault.Kind.SERVER_ERROR;
            case "invalid_request" -> Fault.Kind.BAD_REQUEST;
            default -> Fault.Kind.CLI_FAILED;
        };
    }

    private static String textOf(JsonNode result) {
        String text = JsonFields.textOrEmpty(result, "result");
        JsonNode errors = result.get("errors");
        return text.isEmpty() && errors != null ? errors.toString() : text;
    }
}
