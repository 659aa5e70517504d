package dev.olp.logins;

import dev.olp.logins.LoginPlaces.Place;
import dev.olp.logins.LoginSource.NoLogin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Logins for runs in {@code symlink} mode: the CLI gets a link to the real file, so it may renew that login itself. Runs
 * of one account whose CLI may do so are serialised, also with other processes; the others go on beside each other.
 */
public final class LinkedLogins {
    /** claude renews below 300 s of life, codex not before 200 s; a little more. */
    private static final Duration RENEWED_BELOW = Duration.ofMinutes(6);

    /** Runs of one account at a time; one that may renew takes all. */
    private static final int ALL = 1 << 16;

    private final LoginPlaces places;
    private final Clock clock;
    private final Map<Path, Semaphore> turns = new ConcurrentHashMap<>();

    public LinkedLogins(LoginPlaces places, Clock clock) {
        this.places = places;
        this.clock = clock;
    }

    /**
     * Links an account's file into a run's home. To be closed after the run's processes have ended and before its home
     * goes.
     *
     * @param destination where the CLI looks for the file; nothing there yet, its folder made by us
     * @param longest how long the run may last
     * @param patience how long to wait for runs that may renew
     * @throws NoLogin when there is no file to link, or no turn in time
     * @throws IOException when the link cannot be made
     */
    public LinkedLogin link(String provider, String account, Path destination, Duration longest, Duration patience)
            throws NoLogin, IOException, InterruptedException {
        LoginFile file = file(provider, account);
        Path real = file.real();
        Semaphore turn = turns.computeIfAbsent(real, path -> new Semaphore(ALL, true));
        long end = System.nanoTime() + patience.toNanos();
        int taken = mayRenew(file.read(), longest) ? ALL : 1;
        take(turn, taken, end);
        try {
            if (taken == 1 && mayRenew(file.read(), longest)) {
                turn.release(1);
                taken = 0;
                take(turn, ALL, end);
                taken = ALL;
            }
            @Nullable RenewalLock lock = taken == ALL ? lock(real, end) : null;
            try {
                byte[] before = file.content();
                Files.createSymbolicLink(destination, real);
                int held = taken;
                return new LinkedLogin(file, real, destination, before, clock, lock, () -> turn.release(held));
            } catch (NoLogin | IOException | RuntimeException e) {
                if (lock != null) {
                    lock.close();
                }
                throw e;
            }
        } catch (NoLogin | IOException | InterruptedException | RuntimeException e) {
            turn.release(taken);
            throw e;
        }
    }

    private LoginFile file(String provider, String account) throws NoLogin {
        return switch (places.find(provider, account).orElse(null)) {
            case Place.InFile(var _, LoginFile file) -> file;
            case null, default ->
                throw new NoLogin("there is no file of it that could be linked", Remedies.login(provider, account));
        };
    }

    private boolean mayRenew(StoredLogin stored, Duration longest) {
        return stored.renewable() && !stored.livesFor(RENEWED_BELOW.plus(longest), clock.instant());
    }

    private static void take(Semaphore turn, int permits, long end) throws NoLogin, InterruptedException {
        if (!turn.tryAcquire(permits, Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS)) {
            throw new NoLogin("another run may be renewing it and does not end", "try again shortly");
        }
    }

    private static RenewalLock lock(Path real, long end) throws NoLogin {
        Path folder = real.getParent();
        if (folder == null) {
            throw new NoLogin("its file has no folder", "put it into one");
        }
        return RenewalLock.take(folder, Duration.ofNanos(Math.max(0, end - System.nanoTime())));
    }
}
