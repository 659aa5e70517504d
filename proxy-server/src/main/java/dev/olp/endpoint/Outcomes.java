package dev.olp.endpoint;

import dev.olp.audit.Outcome;
import dev.olp.wire.ApiError;

/** Whose doing an error was. */
final class Outcomes {
    private Outcomes() {}

    /** @param tried whether a provider had been tried, or passed over for what it said before: what it says of itself is its own fault */
    static Outcome of(ApiError error, boolean tried) {
        return switch (error.code()) {
            case "draining" -> Outcome.DRAINING;
            case "provider_timeout" -> Outcome.PROVIDER_TIMEOUT;
            case "provider_error",
                    "provider_protocol_error",
                    "usage_limit_reached",
                    "upstream_auth_required",
                    "no_provider_available" -> Outcome.PROVIDER_FAULT;
            case "queue_full", "insufficient_quota" -> Outcome.REFUSED;
            case "overloaded", "rate_limit_exceeded" -> tried ? Outcome.PROVIDER_FAULT : Outcome.REFUSED;
            case "model_not_found" -> tried ? Outcome.PROVIDER_FAULT : Outcome.CLIENT_ERROR;
            default -> error.status() >= 500 ? Outcome.SERVER_FAULT : Outcome.CLIENT_ERROR;
        };
    }
}
