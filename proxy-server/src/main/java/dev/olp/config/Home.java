package dev.olp.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Where OLP keeps everything of its own. {@code OLP_HOME}, else {@code $HOME/.olp} by the variable: the JVM's {@code
 * user.home} comes from the password database and would leave a home that a caller set.
 *
 * @param root absolute
 */
public record Home(Path root) {
    private static final Set<PosixFilePermission> OURS_ALONE = PosixFilePermissions.fromString("rwx------");

    /** As the operator may leave it, so that children who are other users get to their programs, and can list nothing. */
    private static final Set<PosixFilePermission> PASSED = PosixFilePermissions.fromString("rwx--x--x");

    /**
     * Where the home is; it need not exist.
     *
     * @throws ConfigException when the environment does not say
     */
    public static Home locate(Map<String, String> environment) throws ConfigException {
        String own = environment.getOrDefault("OLP_HOME", "");
        if (!own.isEmpty()) {
            return new Home(path("OLP_HOME", own));
        }
        String user = environment.getOrDefault("HOME", "");
        if (user.isEmpty()) {
            throw refusal("OLP_HOME", "not set, nor is HOME", "an absolute path");
        }
        return new Home(path("HOME", user).resolve(".olp"));
    }

    /**
     * Makes the home (0700) if it is missing, leaves one of 0711, and refuses one that others could write or that is not ours.
     *
     * @throws ConfigException when it cannot be used
     */
    public static Home open(Map<String, String> environment) throws ConfigException {
        Home home = locate(environment);
        try {
            if (!Files.exists(home.root)) {
                Files.createDirectories(home.root, PosixFilePermissions.asFileAttribute(OURS_ALONE));
            }
            home.check();
        } catch (IOException failure) {
            throw refusal("OLP_HOME", home.root.toString(), "a folder that can be made and used: " + failure);
        }
        return home;
    }

    public Path configFile() {
        return root.resolve("config.json");
    }

    /** Keys. */
    public Path database() {
        return root.resolve("olp.db");
    }

    public Path auditDatabase() {
        return root.resolve("audit.db");
    }

    /** What only this installation knows. */
    public Path secret() {
        return root.resolve("secret");
    }

    /** Seals of the audit log's finished days, a line of JSON each. */
    public Path sealFile() {
        return logs().resolve("audit-seals.ndjson");
    }

    public Path logins() {
        return root.resolve("logins");
    }

    public Path clis() {
        return root.resolve("cli");
    }

    public Path logs() {
        return root.resolve("logs");
    }

    private void check() throws IOException, ConfigException {
        if (!Files.isDirectory(root)) {
            throw refusal("OLP_HOME", root.toString(), "a folder");
        }
        if (!OwnFiles.isOurs(root)) {
            throw refusal("OLP_HOME", root.toString(), "a folder of the user that runs OLP");
        }
        Set<PosixFilePermission> found = Files.getPosixFilePermissions(root);
        if (found.contains(PosixFilePermission.GROUP_WRITE) || found.contains(PosixFilePermission.OTHERS_WRITE)) {
            throw refusal("OLP_HOME", root.toString(), "a folder that nobody else can write: chmod 700");
        }
        if (!found.equals(OURS_ALONE) && !found.equals(PASSED)) {
            Files.setPosixFilePermissions(root, OURS_ALONE);
        }
    }

    private static Path path(String variable, String value) throws ConfigException {
        // SQLite's JDBC driver reads what follows a question mark as parameters
        if (!value.startsWith("/") || value.contains("?") || value.chars().anyMatch(Character::isISOControl)) {
            throw refusal(variable, value, "an absolute path without question marks");
        }
        return Path.of(value).normalize();
    }

    private static ConfigException refusal(String path, String value, String expected) {
        return new ConfigException(List.of(new Problem(path, value, expected, null)));
    }
}
