package dev.olp.run;

import dev.olp.http.ClientGone;
import dev.olp.provider.ChatRequest;
import dev.olp.provider.Fault;
import dev.olp.provider.Provider;
import dev.olp.provider.Unhonoured;
import dev.olp.routing.HopGuard.Skip;
import dev.olp.run.Cancellation.Cancelled;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Whether a provider's CLI serves a request's tools: its adapter can offer some, its version passed the trial, and nothing
 * in the request is beyond it.
 *
 * @param ticker nanoseconds, monotonic
 */
public record ToolService(Proofs proofs, LongSupplier ticker) {
    /** How long a request waits for a trial. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final Duration LOOK = Duration.ofMillis(100);

    /** What is known against it now; empty for a request without tools. */
    public Optional<Unhonoured> against(ProviderRuntime runtime, ChatRequest chat) {
        if (chat.tools().isEmpty()) {
            return Optional.empty();
        }
        Provider provider = runtime.provider();
        if (!provider.hints().takesTools()) {
            return Optional.of(new Unhonoured(
                    "tools", provider.displayName() + "'s command-line program can't be offered a client's tools."));
        }
        Standing standing = proofs.standing(provider.id());
        ToolTrial trial = standing.tools();
        if (trial != null && trial.verdict().reason() != null) {
            proofs.begin(trial); // where it is time to try again
            return Optional.of(new Unhonoured(
                    "tools",
                    "The installed version of %s's command-line program did not pass this server's test of tools; its operator finds the reason in /health."
                            .formatted(provider.displayName())));
        }
        ProbedBinary binary = standing.binary();
        return binary == null ? Optional.empty() : provider.unhonoured(binary.version(), chat);
    }

    /** The same for a hop whose turn has come, once the trial is decided. */
    Optional<Skip> await(ProviderRuntime runtime, ChatRequest chat, Client client)
            throws Cancelled, ClientGone, InterruptedException {
        if (chat.tools().isEmpty()) {
            return Optional.empty();
        }
        String provider = runtime.provider().id();
        ToolTrial trial = proofs.standing(provider).tools();
        if (trial != null && !decided(trial, client)) {
            String sentence = "the CLI of " + provider + " is still being tried with tools";
            return Optional.of(new Skip("proving", sentence, Fault.of(Fault.Kind.SANDBOX_UNAVAILABLE, sentence)));
        }
        return against(runtime, chat)
                .map(unhonoured -> new Skip(
                        "tools_unsupported",
                        unhonoured.sentence(),
                        new Fault(
                                Fault.Kind.TOOLS_UNSUPPORTED,
                                null,
                                unhonoured.parameter() + ": " + unhonoured.sentence(),
                                unhonoured.sentence())));
    }

    private boolean decided(ToolTrial trial, Client client) throws Cancelled, ClientGone, InterruptedException {
        proofs.begin(trial);
        long deadline = ticker.getAsLong() + PATIENCE.toNanos();
        while (true) {
            client.cancellation().check();
            long left = Math.min(
                    deadline - ticker.getAsLong(), Math.min(client.silence().nanosUntilDue(), LOOK.toNanos()));
            if (trial.await(left).known()) {
                return true;
            }
            if (ticker.getAsLong() >= deadline) {
                return false;
            }
            client.silence().beatIfDue();
        }
    }
}
