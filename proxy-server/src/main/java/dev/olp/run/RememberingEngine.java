package dev.olp.run;

import dev.olp.http.ClientGone;
import dev.olp.routing.Hop;
import dev.olp.routing.LastAccounts;
import dev.olp.run.Cancellation.Cancelled;
import java.util.List;

/** Notes which login answered whom. */
public final class RememberingEngine implements Engine {
    private final Engine engine;
    private final LastAccounts last;

    public RememberingEngine(Engine engine, LastAccounts last) {
        this.engine = engine;
        this.last = last;
    }

    @Override
    public RunEnd run(RunRequest request, List<Hop> hops, Client client)
            throws Cancelled, ClientGone, InterruptedException {
        RunEnd end = engine.run(request, hops, client);
        Hop served = client.trace().current();
        if (end instanceof RunEnd.Answered && served != null) {
            last.answered(request.tenant(), served);
        }
        return end;
    }
}
