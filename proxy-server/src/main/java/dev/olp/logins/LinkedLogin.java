package dev.olp.logins;

import dev.olp.config.WholeFile;
import dev.olp.logins.LoginFormat.Malformed;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One run's link to a login. A CLI that renews by rename (claude) puts a file in the link's place, and the new login would
 * go with the home: it is carried back. One that writes through the link (codex) and breaks off, or empties the file, is
 * made good.
 */
public final class LinkedLogin implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(LinkedLogin.class);

    private static final int LARGEST = 1 << 20;

    private final LoginFile file;
    private final Path real;
    private final Path link;
    private final byte[] before;
    private final Clock clock;
    private final @Nullable RenewalLock lock;
    private final Runnable giveBack;
    private final AtomicBoolean closed = new AtomicBoolean();

    LinkedLogin(
            LoginFile file,
            Path real,
            Path link,
            byte[] before,
            Clock clock,
            @Nullable RenewalLock lock,
            Runnable giveBack) {
        this.file = file;
        this.real = real;
        this.link = link;
        this.before = before.clone();
        this.clock = clock;
        this.lock = lock;
        this.giveBack = giveBack;
    }

    /**
     * Carries a newer login back. The run's processes must have ended: what they write afterwards is lost.
     *
     * @throws IOException when the newer login could not be written; it is lost with the home then, and the operator must
     *     log in again
     */
    @Override
    public void close() throws IOException {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        try (RenewalLock _ = lock) {
            settle();
        } finally {
            giveBack.run();
        }
    }

    private void settle() throws IOException {
        byte[] now = Files.readAllBytes(real);
        Optional<StoredLogin> there = parsed(now);
        Optional<byte[]> left = left();
        Optional<StoredLogin> made = left.flatMap(this::parsed);
        if (made.isPresent() && isNewer(made.get(), there)) {
            write(left.orElseThrow(), now, "a run renewed the login; carried back");
        } else if (there.isEmpty() && parsed(before).isPresent()) {
            write(before, now, "a run damaged the login; the one before is back");
        }
    }

    /** What stands in the link's place, if the CLI put a file there; a child could have put anything there. */
    private Optional<byte[]> left() throws IOException {
        if (!Files.isRegularFile(link, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        try (InputStream in = Files.newInputStream(link, LinkOption.NOFOLLOW_LINKS)) {
            byte[] content = in.readNBytes(LARGEST + 1);
            return content.length > LARGEST ? Optional.empty() : Optional.of(content);
        }
    }

    /** Another secret that ends later, and can be renewed if the one that is there can. */
    private static boolean isNewer(StoredLogin made, Optional<StoredLogin> there) {
        if (there.isEmpty()) {
            return true;
        }
        StoredLogin old = there.get();
        Instant end = made.expiresAt();
        return !made.secret().equals(old.secret())
                && (made.renewable() || !old.renewable())
                && made.login().kind() == old.login().kind()
                && (end == null || old.expiresAt() == null || end.isAfter(old.expiresAt()));
    }

    private void write(byte[] content, byte[] expected, String what) throws IOException {
        Path folder = real.getParent();
        if (folder == null) {
            throw new IOException(real + " has no folder");
        }
        try (FolderLock _ = FolderLock.forWriting(folder, clock)) {
            if (Arrays.equals(Files.readAllBytes(real), expected)) {
                WholeFile.keep(real, content);
                log.atInfo().addKeyValue("file", real).log(what);
            } else {
                log.atWarn().addKeyValue("file", real).log("a login changed while a run ended; it stays as it is");
            }
        }
    }

    private Optional<StoredLogin> parsed(byte[] content) {
        try {
            return Optional.of(file.format().parse(content));
        } catch (Malformed | LoggedOut none) {
            return Optional.empty();
        }
    }
}
