package dev.olp.endpoint;

import dev.olp.auth.Caller;
import dev.olp.endpoint.Audited.Call;
import dev.olp.limits.Decision;
import dev.olp.limits.LimitReplies;
import dev.olp.limits.Limiter;
import dev.olp.wire.ApiException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Gives a request its place within its key's limits, and the reply its headers. */
final class Allowances {
    private final Limiter limiter;
    private final Costs costs;
    private final Consumer<String> refused;

    /** @param refused told by which limit a request may not begin */
    Allowances(Limiter limiter, Costs costs, Consumer<String> refused) {
        this.limiter = limiter;
        this.costs = costs;
        this.refused = refused;
    }

    /**
     * Before any byte of the body is read.
     *
     * @throws ApiException 429 {@code rate_limit_exceeded} or {@code insufficient_quota}
     */
    Allowance take(Call call, Caller caller) throws ApiException {
        Decision decision = limiter.reserve(caller, declaredBytes(call.request().header("content-length")));
        call.ledger().limits(LimitReplies.headers(decision.standing()));
        return switch (decision) {
            case Decision.Granted granted -> new Allowance(limiter, costs, granted.reservation(), call.ledger()::trace);
            case Decision.Refused no -> {
                refused.accept(no.limit().spelled());
                throw new ApiException(LimitReplies.refusal(no));
            }
        };
    }

    /** The door has checked that it is a number; a body in chunks has none. */
    private static long declaredBytes(@Nullable String contentLength) {
        return contentLength == null ? -1 : Long.parseLong(contentLength);
    }
}
