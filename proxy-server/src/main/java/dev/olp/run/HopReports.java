package dev.olp.run;

import dev.olp.provider.Fault;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** What the log and the client are told of hops that gave no answer. */
final class HopReports {
    private static final Logger log = LoggerFactory.getLogger(HopReports.class);

    private HopReports() {}

    static void tell(RunRequest request, HopFailure failure) {
        log.atLevel(failure.tried() ? Level.WARN : Level.INFO)
                .addKeyValue("request_id", request.requestId())
                .addKeyValue("provider", failure.hop().provider())
                .addKeyValue("account", failure.hop().account())
                .addKeyValue("model", failure.hop().model())
                .addKeyValue("fault", failure.fault().kind())
                .addKeyValue("trigger", failure.trigger())
                .addKeyValue("detail", Redaction.forLog(failure.fault().logMessage()))
                .log(failure.tried() ? "attempt failed" : "hop passed over");
    }

    /** Of several hops' faults the client is told the one it can act on best: a limit with its reset beats a crash. */
    static int usefulness(Fault fault) {
        return switch (fault.kind()) {
            case USAGE_LIMIT -> fault.resetAt() == null ? 9 : 10;
            case RATE_LIMIT -> 8;
            case QUEUE_FULL -> 7;
            case OVERLOADED -> 6;
            case BILLING -> 5;
            case LOGIN_DEAD, LOGIN_MISSING, FORBIDDEN -> 4;
            case TIMEOUT -> 3;
            case MODEL_UNAVAILABLE, NO_CALL, WRONG_FORMAT, SERVER_ERROR, CONNECTION, PROTOCOL, CLI_FAILED -> 2;
            case NOT_STARTABLE, SANDBOX_UNAVAILABLE -> 1;
            case TOOLS_UNSUPPORTED, BAD_REQUEST, CONTEXT_LENGTH, REQUEST_TOO_LARGE -> 0;
        };
    }
}
