package dev.olp.logins;

import dev.olp.logins.LoginFormat.Malformed;
import dev.olp.logins.LoginPlaces.Place;
import dev.olp.logins.LoginSource.NoLogin;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * Whose a login is: the same before and after a renewal, another one after another sign-in. To be hashed before it is
 * kept; it may hold a secret.
 */
final class LoginIdentity {
    /** Beside a CLI's login in OLP's store, made anew with each {@code olp login}. */
    static final String FILE = "login-id";

    private static final int LONGEST_ID = 64;

    private LoginIdentity() {}

    /** @throws NoLogin when it cannot be read */
    static String of(Place place) throws NoLogin {
        return switch (place) {
            case Place.Variable variable -> variable.login().secret();
            case Place.InFile(var _, LoginFile file) -> of(file);
        };
    }

    private static String of(LoginFile file) throws NoLogin {
        Path folder = Objects.requireNonNull(file.real().getParent());
        String signedIn = signedIn(folder);
        Optional<String> person;
        try {
            person = file.format().person(file.content(), folder);
        } catch (Malformed | LoggedOut halfWritten) {
            person = Optional.empty();
        }
        if (person.isEmpty() && signedIn.isEmpty()) {
            return file.read().secret();
        }
        return signedIn + "\n" + person.orElse("");
    }

    private static String signedIn(Path folder) throws NoLogin {
        try {
            Path id = folder.resolve(FILE);
            return Files.isRegularFile(id) && Files.size(id) <= LONGEST_ID
                    ? Files.readString(id, StandardCharsets.US_ASCII)
                    : "";
        } catch (IOException e) {
            throw new NoLogin("its id cannot be read", "see to the permissions of its folder");
        }
    }
}
