package dev.olp.logins;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A folder for one sign-in, on the file system of the logins. Goes when it is closed, or when the operator presses Ctrl-C. */
final class Staging implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Staging.class);

    private final Path folder;
    private final Thread atExit = Thread.ofPlatform().name("olp-login-staging").unstarted(this::removeAtExit);

    private Staging(Path folder) {
        this.folder = folder;
    }

    /** @param store where the logins lie; made if it is missing */
    static Staging in(Path store) throws IOException {
        PrivateFolder.make(store);
        Staging staging = new Staging(Files.createTempDirectory(store, ".signing-in-", PrivateFolder.MODE));
        Runtime.getRuntime().addShutdownHook(staging.atExit);
        return staging;
    }

    Path folder() {
        return folder;
    }

    @Override
    public void close() throws IOException {
        Runtime.getRuntime().removeShutdownHook(atExit);
        remove();
    }

    private void removeAtExit() {
        try {
            remove();
        } catch (IOException e) {
            log.atWarn().setCause(e).addKeyValue("folder", folder).log("a sign-in that was broken off left a folder");
        }
    }

    private void remove() throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
