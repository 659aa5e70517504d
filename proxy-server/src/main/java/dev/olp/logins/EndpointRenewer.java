package dev.olp.logins;

import dev.olp.config.WholeFile;
import dev.olp.isolation.posix.Posix;
import dev.olp.logins.LoginFormat.Malformed;
import dev.olp.logins.LoginSource.NoLogin;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Renews by a call of our own to the vendor's token endpoint, with the locks and the writing of the vendor's CLI. What was
 * granted and could not be written is kept, used and written later. One for each account.
 */
final class EndpointRenewer implements Renewer {
    private static final Logger log = LoggerFactory.getLogger(EndpointRenewer.class);

    /** For the lock of a writing that is tried once more, while a request waits. */
    private static final Duration SHORTLY = Duration.ofSeconds(1);

    private final TokenExchange exchange;
    private final TokenCall call;
    private final Posix posix;
    private final LoginTimes times;
    private final Clock clock;
    private volatile @Nullable Owed owed;

    private record Owed(LoginFile file, String secret, Granted granted) {}

    EndpointRenewer(TokenExchange exchange, TokenCall call, Posix posix, LoginTimes times, Clock clock) {
        this.exchange = exchange;
        this.call = call;
        this.posix = posix;
        this.times = times;
        this.clock = clock;
    }

    @Override
    public StoredLogin renew(LoginFile file, StoredLogin before, boolean force) throws NoLogin, InterruptedException {
        RenewalFolder place = RenewalFolder.of(file);
        try (RenewalLock _ = RenewalLock.take(place.folder(), times.renewal())) {
            return renewAlone(file, place, before);
        } catch (IOException e) {
            throw RenewalFolder.cannot("a lock in its folder cannot be had (" + e.getMessage() + ")", file);
        } catch (Malformed | LoggedOut e) {
            throw RenewalFolder.cannot("its file cannot be used: " + e.getMessage(), file);
        }
    }

    private StoredLogin renewAlone(LoginFile file, RenewalFolder place, StoredLogin before)
            throws IOException, Malformed, LoggedOut, NoLogin, InterruptedException {
        boolean again = owes(before.secret());
        try (CliLock lock = exchange.whileAsking(place.folder(), again ? SHORTLY : times.renewal(), clock)) {
            StoredLogin now = file.read();
            if (!now.secret().equals(before.secret())) {
                owed = null;
                return now;
            }
            byte[] content = file.content();
            Granted granted = granted(file, content, lock);
            owed = new Owed(file, before.secret(), granted);
            write(file, place, granted, again ? SHORTLY : times.renewal());
            StoredLogin after = owed == null ? file.read() : parsed(file, content, granted);
            if (after.secret().equals(before.secret())) {
                throw RenewalFolder.cannot("its token endpoint gave no new access token", file);
            }
            return after;
        }
    }

    /** What is owed, while it lives; else asks. */
    private Granted granted(LoginFile file, byte[] content, CliLock lock)
            throws Malformed, LoggedOut, NoLogin, InterruptedException {
        ObjectNode root = LoginJson.read(content);
        String inFile = exchange.refreshToken(root);
        Owed before = owed;
        Granted open = before == null || !before.granted().inFile().equals(inFile) ? null : before.granted();
        if (open != null && parsed(file, content, open).livesFor(times.margin(), clock.instant())) {
            return open;
        }
        String shown = open == null ? inFile : open.refreshToken();
        byte[] body = JsonMapper.shared().writeValueAsBytes(exchange.request(root, shown));
        try {
            ObjectNode answer = call.ask(body, new Freshening(file, lock));
            Instant now = clock.instant();
            return open == null ? new Granted(inFile, answer, now) : open.then(answer, now);
        } catch (TokenCall.Failed e) {
            throw e.ended()
                    ? RenewalFolder.cannot(String.valueOf(e.getMessage()), file)
                    : new NoLogin(
                            "it cannot be renewed now: " + e.getMessage(),
                            "wait; if it stays so, " + file.loginAgain());
        }
    }

    /** Nothing is owed afterwards, unless it failed. */
    private void write(LoginFile file, RenewalFolder place, Granted granted, Duration patience) {
        try (CliLock _ = exchange.whileWriting(place.folder(), patience, clock, posix)) {
            byte[] content = file.content();
            if (exchange.refreshToken(LoginJson.read(content)).equals(granted.inFile())) {
                WholeFile.keep(place.real(), granted.content(exchange, content));
            } else {
                log.atWarn().addKeyValue("file", file).log("a login changed while it was renewed; it stays as it is");
            }
            owed = null;
        } catch (IOException e) {
            log.atError()
                    .setCause(e)
                    .addKeyValue("file", file)
                    .log(
                            "a renewed login could not be written: its file holds a refresh token that is used up, and"
                                    + " the new one is in this server's memory alone; make the folder writable before it stops");
        } catch (NoLogin | Malformed e) {
            owed = null;
            log.atWarn().setCause(e).addKeyValue("file", file).log("a login went away while it was renewed");
        }
    }

    private StoredLogin parsed(LoginFile file, byte[] content, Granted granted) throws Malformed, LoggedOut {
        return file.format().parse(granted.content(exchange, content));
    }

    @Override
    public boolean owes(String secret) {
        Owed open = owed;
        return open != null && open.secret().equals(secret);
    }

    @Override
    public void settle() {
        Owed open = owed;
        if (open == null) {
            return;
        }
        try {
            RenewalFolder place = RenewalFolder.of(open.file());
            try (RenewalLock _ = RenewalLock.take(place.folder(), SHORTLY)) {
                write(open.file(), place, open.granted(), SHORTLY);
            }
        } catch (NoLogin | IOException e) {
            log.atError().setCause(e).addKeyValue("file", open.file()).log("a renewed login is lost; log in again");
        }
    }

    /** A lock that is lost does not end the call: what it grants would be lost too. */
    private record Freshening(LoginFile file, CliLock lock, AtomicBoolean told) implements Runnable {
        Freshening(LoginFile file, CliLock lock) {
            this(file, lock, new AtomicBoolean());
        }

        @Override
        public void run() {
            try {
                lock.keepFresh();
            } catch (IOException e) {
                if (!told.getAndSet(true)) {
                    log.atWarn().setCause(e).addKeyValue("file", file).log("a lock was lost while a login is renewed");
                }
            }
        }
    }
}
