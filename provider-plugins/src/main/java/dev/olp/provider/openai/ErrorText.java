package dev.olp.provider.openai;

import dev.olp.provider.Fault;
import dev.olp.provider.common.CliLines;
import dev.olp.provider.common.JsonFields;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What codex's error texts (0.133.0, 0.171.0) mean, where it gives nothing better: all that {@code exec} has, and what
 * stands beside {@code codexErrorInfo: "other"}.
 */
final class ErrorText {
    static final String QUOTA = "Quota exceeded";

    private static final int LOG_CHARACTERS = 500;
    private static final int CLIENT_CHARACTERS = 200;
    private static final Pattern STATUS =
            Pattern.compile("^(?:unexpected status|exceeded retry limit, last status:) (\\d{3})\\b");
    private static final Pattern URL = Pattern.compile("(?i)\\b[a-z][a-z0-9+.-]{1,20}://[^\\s\"'<>)\\],]+");
    private static final Pattern UNSAFE = Pattern.compile("(?:^|[\\s\"'(=])/[\\w.-]+/|\\bsk-|\\beyJ|[\\p{Cntrl}]");

    private static final List<Sign> SIGNS = List.of(
            new Sign("context window", Fault.Kind.CONTEXT_LENGTH),
            new Sign("context_length_exceeded", Fault.Kind.CONTEXT_LENGTH),
            new Sign("Input exceeds the maximum length", Fault.Kind.CONTEXT_LENGTH),
            new Sign("input_too_large", Fault.Kind.CONTEXT_LENGTH),
            new Sign(QUOTA, Fault.Kind.BILLING),
            new Sign("hit your usage limit", Fault.Kind.USAGE_LIMIT),
            new Sign("rate limit exceeded", Fault.Kind.RATE_LIMIT),
            new Sign("at capacity", Fault.Kind.OVERLOADED),
            new Sign("experiencing high demand", Fault.Kind.SERVER_ERROR),
            new Sign("does not exist", Fault.Kind.MODEL_UNAVAILABLE),
            new Sign("model is not supported", Fault.Kind.MODEL_UNAVAILABLE),
            new Sign("stream disconnected before completion", Fault.Kind.CONNECTION));

    private ErrorText() {}

    /** The kind that the text stands for; {@code otherwise} when it says nothing known. */
    static Fault.Kind kind(String message, Fault.Kind otherwise) {
        Matcher status = STATUS.matcher(message);
        if (status.find()) {
            return kindOfStatus(Integer.parseInt(status.group(1)), message);
        }
        Fault.Kind sign = sign(message);
        if (sign != null) {
            return sign;
        }
        // a 400 comes as the provider's JSON body, and as nothing else
        return CliLines.object(message) == null ? otherwise : Fault.Kind.BAD_REQUEST;
    }

    /** The kind of an HTTP status that the provider answered with. */
    static Fault.Kind kindOfStatus(int status, String message) {
        return switch (status) {
            case 400, 422 ->
                sign(message) == Fault.Kind.CONTEXT_LENGTH ? Fault.Kind.CONTEXT_LENGTH : Fault.Kind.BAD_REQUEST;
            case 401 -> Fault.Kind.LOGIN_DEAD;
            case 403 -> Fault.Kind.FORBIDDEN;
            case 402 -> Fault.Kind.BILLING;
            case 404 -> Fault.Kind.MODEL_UNAVAILABLE;
            case 408, 504 -> Fault.Kind.TIMEOUT;
            case 413 -> Fault.Kind.REQUEST_TOO_LARGE;
            case 429 -> Fault.Kind.RATE_LIMIT;
            case 503, 529 -> Fault.Kind.OVERLOADED;
            default -> status >= 500 ? Fault.Kind.SERVER_ERROR : Fault.Kind.BAD_REQUEST;
        };
    }

    /** The text without URLs, shortened. */
    static String forLog(String message) {
        return shortened(URL.matcher(message).replaceAll("(url)"), LOG_CHARACTERS);
    }

    /** The provider's sentence about a request that it took for malformed; null when it is not plainly safe to show. */
    static @Nullable String forClient(String message) {
        ObjectNode body = CliLines.object(message);
        if (body == null) {
            return null;
        }
        JsonNode error = body.path("error");
        String sentence = error.isObject() ? JsonFields.text(error, "message") : JsonFields.text(body, "detail");
        if (sentence == null || sentence.isBlank()) {
            return null;
        }
        boolean unsafe =
                URL.matcher(sentence).find() || UNSAFE.matcher(sentence).find();
        return unsafe ? null : shortened(sentence, CLIENT_CHARACTERS);
    }

    private static Fault.@Nullable Kind sign(String message) {
        for (Sign sign : SIGNS) {
            if (message.contains(sign.words())) {
                return sign.kind();
            }
        }
        return null;
    }

    private static String shortened(String text, int characters) {
        return text.length() <= characters ? text : WellFormed.text(text.substring(0, characters)) + "…";
    }

    private record Sign(String words, Fault.Kind kind) {}
}
