package dev.olp.logins;

import dev.olp.config.OwnFiles;
import dev.olp.isolation.process.Waiting;
import dev.olp.logins.LoginFormat.Malformed;
import dev.olp.logins.LoginSource.NoLogin;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

/**
 * A login's file, as the vendor's CLI or {@code olp login} wrote it. Links are resolved, and the file must be ours alone:
 * whoever can read it has the login, whoever can write its folder can slip in another.
 */
final class LoginFile {
    /** Larger than any login. */
    private static final int LARGEST = 1 << 20;

    /** codex 0.133 writes in place, so a reader may meet half a file. */
    private static final Duration HALF_WRITTEN = Duration.ofMillis(300);

    private static final Set<PosixFilePermission> OURS =
            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
    private static final Set<PosixFilePermission> WRITING =
            EnumSet.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

    private final Path named;
    private final LoginFormat format;
    private final String loginAgain;

    /** @param loginAgain what to do when it holds no login */
    LoginFile(Path named, LoginFormat format, String loginAgain) {
        this.named = named;
        this.format = format;
        this.loginAgain = loginAgain;
    }

    LoginFormat format() {
        return format;
    }

    String loginAgain() {
        return loginAgain;
    }

    /** A link to nowhere is there too, and a fault that is told. */
    boolean exists() {
        return Files.exists(named, LinkOption.NOFOLLOW_LINKS);
    }

    /** Where it really lies; checked as for {@link #read}. */
    Path real() throws NoLogin {
        try {
            Path real = named.toRealPath();
            check(real);
            return real;
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    /** @throws NoLogin with the reason, when it is not ours alone, cannot be read or holds no login */
    StoredLogin read() throws NoLogin {
        try {
            return format.parse(content());
        } catch (Malformed halfWritten) {
            return readLater();
        } catch (LoggedOut e) {
            throw new NoLogin(String.valueOf(e.getMessage()), loginAgain);
        }
    }

    /** All of it, for the CLI's eyes: it has the refresh token too. */
    byte[] content() throws NoLogin {
        Path real = real();
        try (InputStream in = Files.newInputStream(real)) {
            byte[] content = in.readNBytes(LARGEST + 1);
            if (content.length > LARGEST) {
                throw new NoLogin("its file is larger than " + LARGEST + " bytes", loginAgain);
            }
            return content;
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private StoredLogin readLater() throws NoLogin {
        Waiting.until(HALF_WRITTEN, this::isWhole);
        try {
            return format.parse(content());
        } catch (Malformed | LoggedOut e) {
            throw new NoLogin("its file cannot be used: " + e.getMessage(), loginAgain);
        }
    }

    private boolean isWhole() {
        try {
            format.parse(content());
            return true;
        } catch (Malformed e) {
            return false;
        } catch (LoggedOut | NoLogin e) {
            return true;
        }
    }

    private void check(Path real) throws IOException, NoLogin {
        Path folder = real.getParent();
        if (folder == null || !Files.isRegularFile(real)) {
            throw new NoLogin("its file is no regular file", loginAgain);
        }
        if (!OwnFiles.isOurs(real) || !OwnFiles.isOurs(folder)) {
            throw new NoLogin("its file or folder belongs to another user", "run OLP as that user, or " + loginAgain);
        }
        Set<PosixFilePermission> mode = Files.getPosixFilePermissions(real);
        if (!OURS.containsAll(mode)) {
            throw new NoLogin(
                    "its file is open to others (" + PosixFilePermissions.toString(mode) + ")",
                    "`chmod 600 " + real.getFileName() + "` in its folder");
        }
        Set<PosixFilePermission> around = Files.getPosixFilePermissions(folder);
        if (around.stream().anyMatch(WRITING::contains)) {
            throw new NoLogin(
                    "its folder can be written by others (" + PosixFilePermissions.toString(around) + ")",
                    "`chmod go-w " + folder.getFileName() + "`");
        }
    }

    private NoLogin unreadable(IOException e) {
        return new NoLogin("its file cannot be read (" + e.getClass().getSimpleName() + ")", loginAgain);
    }

    /** For the log only. */
    @Override
    public String toString() {
        return named.toString();
    }
}
