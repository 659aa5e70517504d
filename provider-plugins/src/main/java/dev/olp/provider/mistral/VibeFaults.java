package dev.olp.provider.mistral;

import dev.olp.provider.DialogueEnd;
import dev.olp.provider.Fault;
import dev.olp.provider.FinishReason;
import dev.olp.provider.Usage;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Maps what vibe prints to stderr: it tells its faults nowhere else, and as text only. */
final class VibeFaults {
    private static final Pattern REFUSAL = Pattern.compile("\\bRefusalError\\b");
    private static final Pattern STATUS =
            Pattern.compile("\\bstatus(?:[ _]code)?[:=] ?(\\d{3})\\b", Pattern.CASE_INSENSITIVE);

    private static final List<Sign> SIGNS = List.of(
            sign(Fault.Kind.RATE_LIMIT, "RateLimitError|Rate limits? exceeded"),
            sign(Fault.Kind.CONTEXT_LENGTH, "ContextTooLongError"),
            sign(Fault.Kind.LOGIN_DEAD, "Invalid API key|Set the environment variable|MissingAPIKeyError"),
            sign(Fault.Kind.TIMEOUT, "ReadTimeout|ConnectTimeout|timed out"),
            sign(Fault.Kind.CONNECTION, "ConnectError|RemoteProtocolError|Connection refused|Network error"));

    private record Sign(Fault.Kind kind, Pattern pattern) {}

    private VibeFaults() {}

    private static Sign sign(Fault.Kind kind, String pattern) {
        return new Sign(kind, Pattern.compile(pattern));
    }

    /**
     * The outcome of a run that failed.
     *
     * @param how how the child ended, for the log
     * @param stderr the end of its stderr
     */
    static DialogueEnd of(String how, String stderr) {
        if (REFUSAL.matcher(stderr).find()) {
            return new DialogueEnd.Finished(FinishReason.CONTENT_FILTER, Usage.ZERO);
        }
        return new DialogueEnd.Failed(Fault.of(kind(stderr), how + ": " + stderr));
    }

    private static Fault.Kind kind(String stderr) {
        for (Sign sign : SIGNS) {
            if (sign.pattern().matcher(stderr).find()) {
                return sign.kind();
            }
        }
        Matcher status = STATUS.matcher(stderr);
        return status.find() ? byStatus(status.group(1)) : Fault.Kind.CLI_FAILED;
    }

    private static Fault.Kind byStatus(String status) {
        return switch (status) {
            case "401" -> Fault.Kind.LOGIN_DEAD;
            case "403" -> Fault.Kind.FORBIDDEN;
            case "402" -> Fault.Kind.BILLING;
            case "404" -> Fault.Kind.MODEL_UNAVAILABLE;
            case "413" -> Fault.Kind.REQUEST_TOO_LARGE;
            case "429" -> Fault.Kind.RATE_LIMIT;
            case "503", "529" -> Fault.Kind.OVERLOADED;
            default -> status.startsWith("4") ? Fault.Kind.BAD_REQUEST : Fault.Kind.SERVER_ERROR;
        };
    }
}
