package dev.olp.provider.openai;

import dev.olp.provider.DialogueEnd;
import dev.olp.provider.Fault;
import dev.olp.provider.FinishReason;
import dev.olp.provider.Usage;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a failed turn means: {@code turn/completed} with status {@code failed} and its {@code codexErrorInfo}
 * (app-server), or the text of {@code turn.failed} (exec). codex reports an answer that was cut by the model's own
 * output limit as a failure, too; that is an answer.
 *
 * @param usage what was counted so far
 * @param resetAt when the spent plan windows start anew; null when unknown
 */
record CodexFailure(Usage usage, @Nullable Instant resetAt) {
    private static final String INCOMPLETE = "Incomplete response returned, reason: ";

    /**
     * The end that a failure amounts to.
     *
     * @param message codex's words; may hold URLs
     * @param info {@code codexErrorInfo}: a word, an object of one field, or missing
     */
    DialogueEnd end(String message, JsonNode info) {
        if (message.contains(INCOMPLETE + "max_output_tokens")) {
            return new DialogueEnd.Finished(FinishReason.LENGTH, usage);
        }
        if (message.contains(INCOMPLETE + "content_filter") || refusesContent(message, info)) {
            return new DialogueEnd.Finished(FinishReason.CONTENT_FILTER, usage);
        }
        Fault.Kind kind = kind(message, info);
        boolean limit = kind == Fault.Kind.USAGE_LIMIT || kind == Fault.Kind.RATE_LIMIT;
        boolean malformed = kind == Fault.Kind.BAD_REQUEST;
        return new DialogueEnd.Failed(new Fault(
                kind,
                limit ? resetAt : null,
                ErrorText.forLog(message),
                malformed ? ErrorText.forClient(message) : null));
    }

    private static boolean refusesContent(String message, JsonNode info) {
        return switch (word(info)) {
            case "cyberPolicy", "bioPolicy", "misalignmentPolicyViolation", "inferenceHookDenied" -> true;
            default -> message.contains("flagged as potentially violating our usage policy");
        };
    }

    private static Fault.Kind kind(String message, JsonNode info) {
        if (info.isObject() && info.size() == 1) {
            return kindOfHttp(message, info);
        }
        return switch (word(info)) {
            case "contextWindowExceeded" -> Fault.Kind.CONTEXT_LENGTH;
            // codex has one word for a spent plan window and for used-up credit
            case "usageLimitExceeded" ->
                message.startsWith(ErrorText.QUOTA) ? Fault.Kind.BILLING : Fault.Kind.USAGE_LIMIT;
            case "rateLimitExceeded" -> Fault.Kind.RATE_LIMIT;
            case "serverOverloaded", "flexUnavailable", "policyCapacityUnavailable" -> Fault.Kind.OVERLOADED;
            case "modelNotFound" -> Fault.Kind.MODEL_UNAVAILABLE;
            case "internalServerError" -> Fault.Kind.SERVER_ERROR;
            case "unauthorized" -> Fault.Kind.LOGIN_DEAD;
            case "badRequest" -> ErrorText.kind(message, Fault.Kind.BAD_REQUEST);
            case "tooManyDenials" -> Fault.Kind.PROTOCOL;
            case "sessionBudgetExceeded", "threadRollbackFailed", "sandboxError" -> Fault.Kind.CLI_FAILED;
            default -> ErrorText.kind(message, Fault.Kind.CLI_FAILED);
        };
    }

    /** {@code {"httpConnectionFailed":{"httpStatusCode":401}}} and its kin; no status means that none came. */
    private static Fault.Kind kindOfHttp(String message, JsonNode info) {
        if (info.has("activeTurnNotSteerable")) {
            return Fault.Kind.PROTOCOL;
        }
        JsonNode status = info.iterator().next().path("httpStatusCode");
        if (!status.isInt()) {
            return ErrorText.kind(message, Fault.Kind.CONNECTION);
        }
        return ErrorText.kindOfStatus(status.intValue(), message);
    }

    private static String word(JsonNode info) {
        return info.isString() ? info.stringValue() : "";
    }
}
