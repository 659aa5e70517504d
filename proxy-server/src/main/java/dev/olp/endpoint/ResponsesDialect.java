package dev.olp.endpoint;

import dev.olp.auth.Admission;
import dev.olp.http.InboundRequest;
import dev.olp.responses.KeptResponses;
import dev.olp.wire.ErrorShape;
import dev.olp.wire.UnsupportedParameters;
import dev.olp.wire.responses.InputReader;
import java.time.Clock;
import java.util.function.Supplier;

/** OpenAI's Responses. */
final class ResponsesDialect implements Dialect {
    private final UnsupportedParameters policy;
    private final KeptResponses kept;
    private final Supplier<String> ids;
    private final Clock clock;

    /** @param ids fresh ones; {@code resp_} goes before */
    ResponsesDialect(UnsupportedParameters policy, KeptResponses kept, Supplier<String> ids, Clock clock) {
        this.policy = policy;
        this.kept = kept;
        this.ids = ids;
        this.clock = clock;
    }

    @Override
    public Exchange open(InboundRequest request, Admission admission) {
        String tenant = admission.shared() ? null : admission.caller().keyId();
        return new ResponsesExchange(
                policy, kept, tenant, ids.get(), clock.instant().getEpochSecond());
    }

    @Override
    public String thoughts() {
        return InputReader.THOUGHTS;
    }

    @Override
    public ErrorShape errors() {
        return ErrorShape.OPENAI;
    }
}
