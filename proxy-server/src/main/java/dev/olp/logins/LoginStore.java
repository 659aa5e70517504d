package dev.olp.logins;

import dev.olp.config.WholeFile;
import dev.olp.logins.LoginFormat.Malformed;
import dev.olp.logins.LoginSource.NoLogin;
import dev.olp.provider.Login;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * OLP's own logins: {@code <store>/<provider>/<account>/} (0700) with one of {@code api-key}, {@code setup-token} or the
 * file of the vendor's CLI (0600). What is put in takes the place of what was there.
 */
public final class LoginStore {
    private static final Duration PATIENCE = Duration.ofSeconds(45);

    private final LoginPlaces places;

    public LoginStore(LoginPlaces places) {
        this.places = places;
    }

    /** Whether a header can carry it: one line of visible ASCII, and not too long. */
    public static boolean isSecret(String text) {
        return PlainFormat.isSecret(text);
    }

    /**
     * Keeps a secret that needs no renewal.
     *
     * @throws IllegalArgumentException for one that {@link #isSecret} refuses
     */
    public void keep(String provider, String account, Login.Kind kind, String secret) throws IOException, NoLogin {
        if (!isSecret(secret)) {
            throw new IllegalArgumentException("no secret (expected: one line of visible ASCII)");
        }
        put(provider, account, new PlainFormat(kind), secret.concat("\n").getBytes(StandardCharsets.US_ASCII));
    }

    /**
     * Takes over what the vendor's CLI made.
     *
     * @param folder where it was told to put it
     * @throws NoLogin when there is no login in it
     */
    void take(String provider, String account, Path folder) throws IOException, NoLogin {
        LoginFormat format = LoginPlaces.vendor(provider);
        Path made = folder.resolve(format.fileName());
        NoLogin none = new NoLogin("its CLI has ended without a login", Remedies.login(provider, account));
        if (!Files.isRegularFile(made, LinkOption.NOFOLLOW_LINKS)) {
            throw none;
        }
        byte[] content = Files.readAllBytes(made);
        try {
            format.parse(content);
        } catch (Malformed | LoggedOut e) {
            throw none;
        }
        put(provider, account, format, content);
    }

    /** Accounts that the store has, in alphabetical order. */
    public List<String> accounts(String provider) throws IOException {
        Path folder = places.store().resolve(provider);
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(Files::isDirectory)
                    .map(path -> path.getFileName().toString())
                    .filter(LoginPlaces::isAccount)
                    .sorted()
                    .toList();
        }
    }

    /** A folder for the CLI that makes a login. */
    Staging stage() throws IOException {
        return Staging.in(places.store());
    }

    private void put(String provider, String account, LoginFormat format, byte[] content) throws IOException, NoLogin {
        Path folder = places.folder(provider, account);
        PrivateFolder.make(folder);
        try (RenewalLock _ = RenewalLock.take(folder, PATIENCE)) {
            Path id = folder.resolve(LoginIdentity.FILE);
            if (format instanceof PlainFormat) {
                Files.deleteIfExists(id); // it is its own identity
            } else {
                WholeFile.keep(id, UUID.randomUUID().toString().getBytes(StandardCharsets.US_ASCII));
            }
            WholeFile.keep(folder.resolve(format.fileName()), content);
            for (LoginFormat other : List.of(
                    new PlainFormat(Login.Kind.API_KEY),
                    new PlainFormat(Login.Kind.OAUTH_TOKEN),
                    LoginPlaces.vendor(provider))) {
                if (!other.fileName().equals(format.fileName())) {
                    Files.deleteIfExists(folder.resolve(other.fileName()));
                }
            }
        }
    }
}
