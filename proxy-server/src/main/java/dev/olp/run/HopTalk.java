package dev.olp.run;

import dev.olp.confinement.RunWish;
import dev.olp.http.ClientGone;
import dev.olp.isolation.SandboxException;
import dev.olp.logins.LoginSource.NoLogin;
import dev.olp.provider.ChatRequest;
import dev.olp.provider.Fault;
import dev.olp.provider.Tools;
import dev.olp.routing.Hop;
import dev.olp.run.Cancellation.Cancelled;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Talks with a child of one hop: one that was started ahead where there is one, else one that is started now. */
final class HopTalk implements FormattedTalk.Once {
    private static final Logger log = LoggerFactory.getLogger(HopTalk.class);

    private final ProviderRuntime runtime;
    private final ProbedBinary binary;
    private final RunWish wish;
    private final Hop hop;
    private final Spares spares;
    private final ColdStart coldStart;
    private final RunCloser closer;
    private final Function<Client, Conversation> conversations;
    private final Runnable onStart;
    private boolean talked;

    /** @param onStart told of the children of the first talk */
    HopTalk(
            ProviderRuntime runtime,
            ProbedBinary binary,
            RunWish wish,
            Hop hop,
            Spares spares,
            ColdStart coldStart,
            RunCloser closer,
            Function<Client, Conversation> conversations,
            Runnable onStart) {
        this.runtime = runtime;
        this.binary = binary;
        this.wish = wish;
        this.hop = hop;
        this.spares = spares;
        this.coldStart = coldStart;
        this.closer = closer;
        this.conversations = conversations;
        this.onStart = onStart;
    }

    @Override
    public @Nullable Fault talk(ChatRequest chat, Client client)
            throws SandboxException, NoLogin, Cancelled, ClientGone, InterruptedException {
        boolean first = !talked;
        talked = true;
        Optional<StartedRun> spare = spares.take(runtime, binary, wish, hop.model(), chat);
        if (spare.isPresent()) {
            tellStart(first);
            Fault fault = hold(client, spare.get(), chat.tools());
            if (fault == null
                    || client.listener().shown()
                    || spare.get().confined().hasCalled()) {
                return fault;
            }
            log.atWarn()
                    .addKeyValue("request_id", wish.runId())
                    .addKeyValue("provider", hop.provider())
                    .addKeyValue("detail", Redaction.forLog(fault.logMessage()))
                    .log("a process that was started ahead failed before it asked anything; starting another");
        }
        StartedRun started = coldStart.start(runtime, binary, wish, hop.model(), chat);
        tellStart(first);
        return hold(client, started, chat.tools());
    }

    private void tellStart(boolean first) {
        if (first) {
            onStart.run();
        }
    }

    private @Nullable Fault hold(Client client, StartedRun started, Tools tools)
            throws Cancelled, ClientGone, InterruptedException {
        try {
            client.listener().serving(hop);
            return conversations.apply(client).with(heeding(started, tools));
        } finally {
            closer.close(started.confined()::close, wish.runId());
        }
    }

    private static StartedRun heeding(StartedRun started, Tools tools) {
        return tools.isEmpty()
                ? started
                : new StartedRun(started.confined(), new HeededTools(started.dialogue(), tools));
    }
}
