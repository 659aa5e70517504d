package dev.olp.run;

import dev.olp.confinement.RunWish;
import dev.olp.provider.ChatRequest;
import dev.olp.provider.Login;
import java.util.Optional;

/** Port: processes that were started before anybody asked. Thread-safe. */
public interface Spares {
    /** One that is fit for the request and is its own from now on; empty for none. Never waits for one. */
    Optional<StartedRun> take(
            ProviderRuntime runtime, ProbedBinary binary, RunWish wish, String model, ChatRequest chat);

    /** A run has ended, so there is time to start the next. Returns at once. */
    void ended(ProviderRuntime runtime, ProbedBinary binary, Login.Kind kind);
}
