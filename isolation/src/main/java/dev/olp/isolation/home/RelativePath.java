package dev.olp.isolation.home;

import dev.olp.isolation.SandboxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Checks of paths that a launch plan names inside a home. */
public final class RelativePath {
    private RelativePath() {}

    /** The same path, proven to be relative, normalised and inside. */
    public static Path of(String path) throws SandboxException {
        Path parsed;
        try {
            parsed = Path.of(path);
        } catch (InvalidPathException e) { // NUL
            throw refusal(path.replace('\0', '?'), e);
        }
        boolean climbs = false;
        for (Path name : parsed) {
            climbs |= name.toString().equals("..") || name.toString().equals(".");
        }
        if (path.isEmpty()
                || parsed.isAbsolute()
                || climbs
                || !parsed.toString().equals(path)) {
            throw refusal(path, null);
        }
        return parsed;
    }

    private static SandboxException refusal(String path, @Nullable Throwable cause) {
        String message = "path in the home: " + path + " (expected: relative, normalised, without ..)";
        return cause == null ? new SandboxException(message) : new SandboxException(message, cause);
    }
}
