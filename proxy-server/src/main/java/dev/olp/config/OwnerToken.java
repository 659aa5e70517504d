package dev.olp.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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

    /** The file that it is read from, where one is named. */
    static Optional<Path> file(Map<String, String> environment) {
        return Optional.of(environment.getOrDefault(FILE_VARIABLE, ""))
                .filter(file -> !file.isEmpty())
                .map(Path::of);
    }

    /** Notes what is wrong with it; empty when none is set. */
    static Optional<Secret> read(Map<String, String> environment, List<Problem> problems) {
        String file = environment.getOrDefault(FILE_VARIABLE, "");
        String token = environment.getOrDefault(VARIABLE, "");
        if (file.isEmpty() && token.isEmpty()) {
            return Optional.empty();
        }
        String source = file.isEmpty() ? VARIABLE : FILE_VARIABLE;
        String value = file.isEmpty()
                ? token
                : SecretFile.read(
                        Path.of(file),
                        LONGEST,
                        expected -> problems.add(new Problem(FILE_VARIABLE, "", expected, null)));
        if (value == null) {
            return Optional.empty();
        }
        if (!value.matches("[\\x21-\\x7e]{" + SHORTEST + "," + LONGEST + "}")) {
            problems.add(new Problem(source, "***", EXPECTED, null));
            return Optional.empty();
        }
        return Optional.of(new Secret(value));
    }
}
