package dev.olp.features.support;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Where the built server, the real CLIs and the stand-ins lie. */
public final class Paths {
    private Paths() {}

    public static Path root() {
        return required("olp.root", System.getProperty("olp.root"), "set by this module's pom: run it through Maven");
    }

    public static Path jar() {
        return required("olp.jar", System.getProperty("olp.jar"), "package proxy-server first");
    }

    /** The real claude. */
    public static Path claude() {
        return cli("OLP_TEST_CLAUDE");
    }

    /** The real codex. */
    public static Path codex() {
        return cli("OLP_TEST_CODEX");
    }

    /** The older real claude. */
    public static Path oldClaude() {
        return cli("OLP_TEST_CLAUDE_OLD");
    }

    /** The older real codex. */
    public static Path oldCodex() {
        return cli("OLP_TEST_CODEX_OLD");
    }

    /** The folder of the npm clients, which holds {@code node_modules}. */
    public static Path clients() {
        return required(
                "OLP_TEST_CLIENTS",
                System.getenv("OLP_TEST_CLIENTS"),
                "scripts/fetch-cli clients prints it; ./verify does all that");
    }

    public static Path standIn(String name) {
        return root().resolve("test-features/stand-ins").resolve(name);
    }

    private static Path cli(String variable) {
        return required(
                variable,
                System.getenv(variable),
                "scripts/fetch-cli prints the path of a pinned one; ./verify does all that");
    }

    /** Never skipped: a missing part is a failure that says what to do. */
    private static Path required(String name, @Nullable String value, String remedy) {
        if (value == null || value.isBlank() || !Files.exists(Path.of(value))) {
            throw new IllegalStateException(name + ": " + value + " (expected: an existing path; " + remedy + ")");
        }
        return Path.of(value);
    }
}
