package dev.olp.logins;

import dev.olp.config.WholeFile;
import dev.olp.isolation.ChildSignal;
import dev.olp.isolation.ChildSpec;
import dev.olp.isolation.OutputLimits;
import dev.olp.isolation.Sandbox;
import dev.olp.isolation.SandboxException;
import dev.olp.isolation.SandboxedRun;
import dev.olp.isolation.SandboxedRun.Stop;
import dev.olp.isolation.contract.ExitStatus;
import dev.olp.logins.LoginSource.NoLogin;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Renews by the vendor's own CLI, in a run that has no tenant's data and ends when the file has changed. Judged by the
 * file alone, since both CLIs report success and failure alike.
 */
final class VendorRenewer implements Renewer {
    private static final Logger log = LoggerFactory.getLogger(VendorRenewer.class);

    private static final Duration LOOK_EVERY = Duration.ofMillis(50);

    /** From the CLI's last word on it to the file that it then writes. */
    private static final Duration AFTER_DONE = Duration.ofSeconds(1);

    /** To give back its locks and leave. */
    private static final Duration LEAVING = Duration.ofSeconds(3);

    /** What a network needs that is not the plain internet, and where codex's token endpoint is if not at its vendor's. */
    private static final List<String> PASSED_ON = List.of(
            "HTTPS_PROXY",
            "https_proxy",
            "NO_PROXY",
            "no_proxy",
            "SSL_CERT_FILE",
            "SSL_CERT_DIR",
            "NODE_EXTRA_CA_CERTS",
            "CODEX_REFRESH_TOKEN_URL_OVERRIDE");

    private final String provider;
    private final Sandbox sandbox;
    private final CliPath cli;
    private final Map<String, String> passedOn = new HashMap<>();
    private final LoginTimes times;
    private final Clock clock;

    /**
     * Makes the renewer of one provider.
     *
     * @param sandbox one whose children see our files and network
     * @param environment the server's own; the run gets of it what a network needs
     */
    VendorRenewer(
            String provider,
            Sandbox sandbox,
            CliPath cli,
            Map<String, String> environment,
            LoginTimes times,
            Clock clock) {
        this.provider = provider;
        this.sandbox = sandbox;
        this.cli = cli;
        this.times = times;
        this.clock = clock;
        PASSED_ON.stream().filter(environment::containsKey).forEach(name -> passedOn.put(name, environment.get(name)));
    }

    @Override
    public StoredLogin renew(LoginFile file, StoredLogin before, boolean force) throws NoLogin, InterruptedException {
        Renewal renewal = file.format()
                .renewal()
                .orElseThrow(() -> RenewalFolder.cannot("it is of a kind that is not renewed", file));
        RenewalFolder place = RenewalFolder.of(file);
        Path folder = place.folder();
        try (RenewalLock _ = RenewalLock.take(folder, times.renewal())) {
            StoredLogin now = file.read();
            if (!now.secret().equals(before.secret())) {
                return now;
            }
            if (force) {
                spend(file, place.real(), folder, renewal);
            }
            run(file, folder, renewal, before);
            StoredLogin after = file.read();
            if (after.secret().equals(before.secret())) {
                throw RenewalFolder.cannot("its provider or the network did not let it be renewed", file);
            }
            return after;
        } catch (IOException e) {
            throw RenewalFolder.cannot(
                    "its folder cannot be written (" + e.getClass().getSimpleName() + ")", file);
        } catch (SandboxException e) {
            log.atWarn().setCause(e).addKeyValue("provider", provider).log("the CLI that renews a login failed");
            throw RenewalFolder.cannot("its CLI could not be run", file);
        }
    }

    private void spend(LoginFile file, Path real, Path folder, Renewal renewal) throws IOException, NoLogin {
        try (FolderLock _ = FolderLock.forWriting(folder, clock)) {
            Optional<byte[]> spent = renewal.spent(file.content());
            if (spent.isPresent()) {
                WholeFile.keep(real, spent.get());
            }
        }
    }

    private void run(LoginFile file, Path folder, Renewal renewal, StoredLogin before)
            throws SandboxException, NoLogin, InterruptedException {
        Map<String, String> environment = new HashMap<>(passedOn);
        environment.putAll(renewal.environment(folder));
        try (SandboxedRun run = sandbox.open("login", "renewal-" + provider)) {
            run.start(new ChildSpec(
                    cli.get(provider), renewal.args(), environment, List.of(), List.of(), false, OutputLimits.DEFAULT));
            renewal.opening().forEach(run::write);
            awaitChange(run, file, renewal, before);
            run.closeStdin();
            if (run.awaitExit(LEAVING) instanceof ExitStatus.NotAwaited) {
                run.stop(Stop.TERMINATE);
                run.awaitExit(LEAVING);
            }
        }
    }

    /** Until the file has changed, the CLI is done or gone, or the time is up. */
    private void awaitChange(SandboxedRun run, LoginFile file, Renewal renewal, StoredLogin before)
            throws InterruptedException {
        long end = System.nanoTime() + times.renewal().toNanos();
        while (System.nanoTime() - end < 0 && !hasChanged(file, before)) {
            switch (run.next(LOOK_EVERY)) {
                case ChildSignal.Line line -> {
                    if (renewal.isDone(line.bytes())) {
                        end = Math.min(end, System.nanoTime() + AFTER_DONE.toNanos());
                    }
                }
                case ChildSignal.TimedOut _ -> {
                    // look again
                }
                case ChildSignal.OutputEnded _, ChildSignal.Interrupted _, ChildSignal.LimitExceeded _ -> {
                    return;
                }
            }
        }
    }

    /** To another login, or to none. */
    private static boolean hasChanged(LoginFile file, StoredLogin before) {
        try {
            return !file.format().parse(file.content()).secret().equals(before.secret());
        } catch (LoginFormat.Malformed halfWritten) {
            return false;
        } catch (LoggedOut | NoLogin e) {
            return true;
        }
    }
}
