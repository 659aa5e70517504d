package dev.olp.logins;

import dev.olp.logins.LoginSource.NoLogin;
import java.nio.file.Path;

/**
 * Where a login is renewed.
 *
 * @param real the file, links resolved
 * @param folder its own
 */
record RenewalFolder(Path real, Path folder) {
    /** @throws NoLogin when the CLI would not find the file there by its name */
    static RenewalFolder of(LoginFile file) throws NoLogin {
        Path real = file.real().toAbsolutePath();
        Path folder = real.getParent();
        if (folder == null || !real.endsWith(file.format().fileName())) {
            throw cannot("its real file is not named " + file.format().fileName(), file);
        }
        return new RenewalFolder(real, folder);
    }

    static NoLogin cannot(String why, LoginFile file) {
        return new NoLogin("it cannot be renewed: " + why, file.loginAgain());
    }
}
