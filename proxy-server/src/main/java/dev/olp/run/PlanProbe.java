package dev.olp.run;

import dev.olp.auth.Tier;
import dev.olp.http.ClientGone;
import dev.olp.provider.ChatEvent;
import dev.olp.provider.ChatRequest;
import dev.olp.provider.FinishReason;
import dev.olp.provider.Usage;
import dev.olp.routing.Hop;
import dev.olp.wire.ApiException;
import dev.olp.wire.UnsupportedParameters;
import dev.olp.wire.chat.ChatRequestReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The least request that there is, for the sake of what its reply says of the plan: a run like any other, in its own home
 * and sandbox, which is ended at the first word.
 *
 * @param engine tells its news of the plan, and nothing that holds against the account
 */
public record PlanProbe(Engine engine, LongSupplier ticker) {
    /** Nobody's key. */
    private static final String TENANT = "plan-probe";

    private static final byte[] BODY =
            "{\"model\":\"-\",\"messages\":[{\"role\":\"user\",\"content\":\"Say ok\"}],\"max_tokens\":1}"
                    .getBytes(StandardCharsets.UTF_8);

    /** @return how it failed, for the owner; empty when it was answered */
    public Optional<String> ask(Hop hop, String id, Cancellation cancellation) throws InterruptedException {
        try {
            RunRequest request = new RunRequest(id, TENANT, Tier.ANONYMOUS, Optional.empty(), chat());
            RunTrace trace = new RunTrace(ticker);
            return switch (engine.run(
                    request, List.of(hop), new Client(new FirstWord(), cancellation, Silence.UNNOTICED, trace))) {
                case RunEnd.Answered _ -> Optional.empty();
                case RunEnd.Failed failed ->
                    Optional.of(failed.fault().kind().name().toLowerCase(Locale.ROOT));
            };
        } catch (Cancellation.Cancelled e) {
            return Optional.of("the server stopped");
        } catch (ClientGone e) {
            throw new IllegalStateException("nobody was there to go", e);
        }
    }

    private static ChatRequest chat() {
        try {
            return ChatRequestReader.read(BODY, UnsupportedParameters.WARN).request();
        } catch (ApiException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Has enough then. */
    private static final class FirstWord implements AnswerListener {
        @Override
        public void serving(Hop hop) {}

        @Override
        public Wish event(ChatEvent event) {
            return event instanceof ChatEvent.TextDelta || event instanceof ChatEvent.ReasoningDelta
                    ? Wish.CUT_HERE
                    : Wish.MORE;
        }

        @Override
        public void finished(FinishReason reason, Usage usage, boolean estimated) {}

        @Override
        public boolean shown() {
            return false;
        }
    }
}
