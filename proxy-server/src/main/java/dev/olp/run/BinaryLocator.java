package dev.olp.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds a CLI's executable: the configured path, else the first of that name on PATH. */
public final class BinaryLocator {
    private final @Nullable String searchPath;

    /**
     * Makes a locator.
     *
     * @param searchPath the server's own PATH, colon-separated; null for none
     */
    public BinaryLocator(@Nullable String searchPath) {
        this.searchPath = searchPath;
    }

    /**
     * Finds the executable.
     *
     * @param configured an absolute path that is taken as it is; null to search
     * @param commandName the name to search for
     * @return an absolute path of an executable regular file, or empty
     */
    public Optional<Path> find(@Nullable String configured, String commandName) {
        if (configured != null) {
            Path path = Path.of(configured);
            return path.isAbsolute() && executable(path) ? Optional.of(path) : Optional.empty();
        }
        if (searchPath == null) {
            return Optional.empty();
        }
        for (String folder : searchPath.split(":", -1)) {
            // an empty or relative entry would mean the server's working folder: not a place to run programs from
            if (folder.startsWith("/")) {
                Path candidate = Path.of(folder, commandName);
                if (executable(candidate)) {
                    return Optional.of(candidate);
                }
            }
        }
        return Optional.empty();
    }

    private static boolean executable(Path path) {
        return Files.isRegularFile(path) && Files.isExecutable(path);
    }
}
