package dev.olp.run;

import dev.olp.confinement.Confinement;
import dev.olp.confinement.ConfinementException;
import dev.olp.confinement.RunWish;
import dev.olp.http.ClientGone;
import dev.olp.isolation.SandboxException;
import dev.olp.logins.LoginSource;
import dev.olp.logins.LoginSource.NoLogin;
import dev.olp.provider.Fault;
import dev.olp.provider.Login;
import dev.olp.quota.PlanNews;
import dev.olp.routing.Hop;
import dev.olp.routing.HopGuard;
import dev.olp.routing.HopGuard.Skip;
import dev.olp.routing.HopOutcomes;
import dev.olp.run.Cancellation.Cancelled;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Tries hops: per hop a slot, a home, a child and a conversation, and all of it once more where its login turns out to be
 * out of date.
 *
 * @param providers the enabled ones by id
 * @param quota told what each reply and each CLI says of its plan
 * @param guard asked again when a hop has its slot
 * @param outcomes told of each hop's end
 * @param ticker nanoseconds, monotonic
 * @param clock for the times of day that CLIs tell
 */
record HopRunner(
        Map<String, ProviderRuntime> providers,
        Confinement confinement,
        Proofs proofs,
        LoginSource logins,
        PlanNews quota,
        HopGuard guard,
        HopOutcomes outcomes,
        RunCloser closer,
        ColdStart coldStart,
        Spares spares,
        LongSupplier ticker,
        InstantSource clock) {
    /**
     * Tries one that was entered and is enabled. Whatever is thrown, its end is told.
     *
     * @return null when it answered
     */
    @Nullable
    HopFailure run(RunRequest request, Hop hop, Client client) throws Cancelled, ClientGone, InterruptedException {
        boolean told = false;
        try {
            Client watched = client.through(new HopAnswer(client.listener(), hop, outcomes, quota));
            HopLogin login = new HopLogin(logins, hop);
            Fault fault = tryHop(request, hop, login, watched);
            if (login.isRenewedAfter(fault) && !client.listener().shown()) {
                fault = tryHop(request, hop, login, watched);
                login.isRenewedAfter(fault);
            }
            told = true;
            outcomes.met(hop, fault);
            return fault == null ? null : HopFailure.of(hop, fault);
        } catch (PassedOver e) {
            return HopFailure.of(hop, e.skip);
        } finally {
            if (!told) {
                outcomes.left(hop);
            }
        }
    }

    private @Nullable Fault tryHop(RunRequest request, Hop hop, HopLogin hopLogin, Client client)
            throws PassedOver, Cancelled, ClientGone, InterruptedException {
        ProviderRuntime runtime = Objects.requireNonNull(providers.get(hop.provider()));
        RunTrace trace = client.trace();
        client.cancellation().check();
        UsageMeter meter = new UsageMeter(runtime.provider().hints(), InputEstimate.of(request.chat()));
        trace.entered(hop, meter);
        ProbedBinary binary;
        try {
            // before the slot: it may take seconds
            binary = proofs.require(runtime, client.cancellation(), client.silence());
        } catch (Proofs.NotProven e) {
            return e.fault();
        }
        Optional<Skip> toolless = new ToolService(proofs, ticker).await(runtime, request.chat(), client);
        if (toolless.isPresent()) {
            throw new PassedOver(toolless.get());
        }
        SlotRequest wanted = SlotRequest.of(hop.account(), request.tenant(), request.tier());
        try (Slots.Permit permit = slot(runtime, wanted, client)) {
            long granted = ticker.getAsLong();
            client.cancellation().check();
            Optional<Skip> meanwhile = guard.look(hop); // the one before us may have spent the window
            if (meanwhile.isPresent()) {
                throw new PassedOver(meanwhile.get());
            }
            Login login = hopLogin.find();
            trace.confined(confinement.walls().profile(binary.path()));
            RunWish wish = wish(runtime, hop, binary, login, request);
            HopTalk talk = new HopTalk(
                    runtime,
                    binary,
                    wish,
                    hop,
                    spares,
                    coldStart,
                    closer,
                    hearing -> new Conversation(runtime.settings(), hearing, ticker, clock, meter),
                    () -> {
                        permit.began();
                        trace.spawned(ticker.getAsLong() - granted);
                    });
            boolean enforced = runtime.provider().enforcesFormat(binary.version(), request.chat());
            try {
                return new FormattedTalk(request.chat(), enforced, client, meter).hold(talk);
            } finally {
                spares.ended(runtime, binary, login.kind());
            }
        } catch (QueueFull e) {
            return e.fault();
        } catch (NoLogin e) {
            return Fault.of(Fault.Kind.LOGIN_MISSING, String.valueOf(e.getMessage()));
        } catch (ConfinementException e) {
            return Fault.of(Fault.Kind.SANDBOX_UNAVAILABLE, String.valueOf(e.getMessage()));
        } catch (SandboxException e) {
            return Fault.of(Fault.Kind.NOT_STARTABLE, String.valueOf(e.getMessage()));
        }
    }

    /** However the wait ends, it is noted. */
    private Slots.Permit slot(ProviderRuntime runtime, SlotRequest wanted, Client client)
            throws QueueFull, Cancelled, ClientGone, InterruptedException {
        long asked = ticker.getAsLong();
        try {
            return runtime.slots().acquire(wanted, client.cancellation(), client.silence());
        } finally {
            client.trace().queued(ticker.getAsLong() - asked);
        }
    }

    private RunWish wish(ProviderRuntime runtime, Hop hop, ProbedBinary binary, Login login, RunRequest request) {
        RunSettings settings = runtime.settings();
        return new RunWish(
                request.tenant(),
                request.requestId(),
                runtime.provider(),
                binary.path(),
                hop.account(),
                login,
                settings.upstream(),
                settings.totalTimeout(),
                limits -> quota.headers(runtime.provider(), hop.account(), limits.headers()));
    }

    /** Something became known against the hop while it waited. */
    private static final class PassedOver extends Exception {
        private static final long serialVersionUID = 1L;
        private final transient Skip skip;

        PassedOver(Skip skip) {
            super(skip.code(), null, false, false);
            this.skip = skip;
        }
    }
}
