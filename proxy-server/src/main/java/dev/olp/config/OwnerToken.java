package dev.olp.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The operator's token from the environment: {@code OLP_OWNER_TOKEN_FILE} (preferred) or {@code OLP_OWNER_TOKEN}. */
public final class OwnerToken {
    static final String VARIABLE = "OLP_OWNER_TOKEN";
    static final String FILE_VARIABLE = "OLP_OWNER_TOKEN_FILE";

    private static final int SHORTEST = 8;
    private static final int LONGEST = 512;
    private static final String EXPECTED = SHORTEST + "-" + LONGEST + " visible ASCII characters without spaces";

    private OwnerToken() {}

    /**
     * The token, for a command that talks to a server.
     *
     * @throws ConfigException when what is set cannot be one
     */
    public static Optional<Secret> find(Map<String, String> environment) throws ConfigException {
        List<Problem> problems = new ArrayList<>();
        Optional<Secret> token = read(environment, problems);
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
        return token;
    }

    /** Notes what is wrong with it; empty when none is set. */
    static Optional<Secret> read(Map<String, String> environment, List<Problem> problems) {
        String file = environment.getOrDefault(FILE_VARIABLE, "");
        String token = environment.getOrDefault(VARIABLE, "");
        if (file.isEmpty() && token.isEmpty()) {
            return Optional.empty();
        }
        String source = file.isEmpty() ? VARIABLE : FILE_VARIABLE;
        String value = file.isEmpty() ? token : content(Path.of(file), problems);
        if (value == null) {
            return Optional.empty();
        }
        if (!value.matches("[\\x21-\\x7e]{" + SHORTEST + "," + LONGEST + "}")) {
            problems.add(new Problem(source, "***", EXPECTED, null));
            return Optional.empty();
        }
        return Optional.of(new Secret(value));
    }

    private static @Nullable String content(Path file, List<Problem> problems) {
        try {
            if (!Files.isRegularFile(file)) {
                return refuse(problems, "a path of a file");
            }
            if (!OwnFiles.isOurs(file) && !OwnFiles.isRoots(file)) {
                return refuse(problems, "a file of the user that runs OLP, or of root");
            }
            String mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
            if (!mode.endsWith("------")) {
                return refuse(problems, "a file that nobody else can read: chmod 600 (it is " + mode + ")");
            }
            if (Files.size(file) > LONGEST + 2) {
                return refuse(problems, "a file with nothing but the token");
            }
            return Files.readString(file).strip();
        } catch (IOException failure) {
            return refuse(
                    problems, "a file that can be read: " + failure.getClass().getSimpleName());
        }
    }

    private static @Nullable String refuse(List<Problem> problems, String expected) {
        problems.add(new Problem(FILE_VARIABLE, "", expected, null));
        return null;
    }
}
