package dev.olp.logins;

import dev.olp.logins.LoginSource.NoLogin;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * At most one renewal of an account's login at a time, for all who ask, and none for a while after one failed. It goes on
 * when those who wait for it give up. Thread-safe.
 */
final class SharedRenewal {
    private static final Logger log = LoggerFactory.getLogger(SharedRenewal.class);

    private final Renewer renewer;
    private final LoginTimes times;
    private final Clock clock;
    private final Executor detached;
    private final Doubts failures;
    private @Nullable CompletableFuture<StoredLogin> underWay;
    /** What the last renewal gained, until an answer has proven it. */
    private @Nullable String gained;

    SharedRenewal(Renewer renewer, LoginTimes times, Clock clock, Executor detached) {
        this.renewer = renewer;
        this.times = times;
        this.clock = clock;
        this.detached = detached;
        this.failures = new Doubts(times);
    }

    /**
     * Renews, or joins.
     *
     * @throws NoLogin when it failed, now or not long ago, or is not over in time
     */
    StoredLogin of(LoginFile file, StoredLogin before, boolean force) throws NoLogin, InterruptedException {
        try {
            return joined(file, before, force).get(times.patience().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new NoLogin("it is being renewed, which takes long", "try again shortly");
        } catch (ExecutionException e) {
            throw e.getCause() instanceof NoLogin why ? why : unforeseen();
        }
    }

    /** Whether the last renewal gained this secret, and no answer has proven it yet. */
    synchronized boolean hasGained(String secret) {
        return secret.equals(gained);
    }

    synchronized void proven(String secret) {
        if (secret.equals(gained)) {
            gained = null;
        }
    }

    /** Why this secret could not be renewed. */
    synchronized Optional<NoLogin> failure(String secret) {
        return failures.known(secret);
    }

    /** As {@link Renewer#owes}. */
    boolean owes(String secret) {
        return renewer.owes(secret);
    }

    /** As {@link Renewer#settle}; when no more renewals begin. */
    void settle() {
        renewer.settle();
    }

    private synchronized CompletableFuture<StoredLogin> joined(LoginFile file, StoredLogin before, boolean force)
            throws NoLogin {
        if (underWay != null) {
            return underWay;
        }
        Optional<NoLogin> failedLately = failures.against(before.secret(), clock.instant());
        if (failedLately.isPresent()) {
            throw failedLately.get();
        }
        CompletableFuture<StoredLogin> started = new CompletableFuture<>();
        try {
            detached.execute(() -> carryOut(file, before, force, started));
        } catch (RejectedExecutionException e) {
            throw new NoLogin("it is about to expire, and this server stops", "try again when it runs");
        }
        underWay = started;
        return started;
    }

    private void carryOut(LoginFile file, StoredLogin before, boolean force, CompletableFuture<StoredLogin> told) {
        log.atInfo().addKeyValue("file", file).addKeyValue("refused", force).log("renewing a login");
        try {
            StoredLogin after = renewer.renew(file, before, force);
            succeeded(after);
            log.atInfo()
                    .addKeyValue("file", file)
                    .addKeyValue("expires_at", after.expiresAt())
                    .log("login renewed");
            told.complete(after);
        } catch (NoLogin e) {
            failed(file, before, e);
            told.completeExceptionally(e);
        } catch (InterruptedException | RuntimeException e) {
            log.atError().setCause(e).addKeyValue("file", file).log("renewing a login broke off");
            failed(file, before, unforeseen());
            told.completeExceptionally(e);
        }
    }

    private synchronized void succeeded(StoredLogin after) {
        underWay = null;
        gained = after.secret();
        failures.forget();
    }

    private synchronized void failed(LoginFile file, StoredLogin before, NoLogin why) {
        underWay = null;
        if (failures.hold(before.secret(), why, clock.instant())) {
            log.atWarn()
                    .addKeyValue("file", file)
                    .addKeyValue("problem", why.problem())
                    .addKeyValue("remedy", why.remedy())
                    .log("a login could not be renewed");
        }
    }

    private static NoLogin unforeseen() {
        return new NoLogin("its renewal broke off", "the log says why");
    }
}
