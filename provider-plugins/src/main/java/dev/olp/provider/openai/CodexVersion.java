package dev.olp.provider.openai;

import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A version of {@code codex}, as {@code codex --version} prints it: {@code codex-cli 0.171.0}. */
record CodexVersion(int major, int minor, int patch) implements Comparable<CodexVersion> {
    /** The first version known to speak {@code app-server} with injected history. */
    static final CodexVersion FIRST_WITH_APP_SERVER = new CodexVersion(0, 133, 0);
    /** The first version known to send instructions as a developer message, and to know {@code view_image} as a feature. */
    static final CodexVersion FIRST_WITH_DEVELOPER_MESSAGE = new CodexVersion(0, 171, 0);

    /** The versions that this adapter was run against; those between have other feature flags and were not. */
    static final List<CodexVersion> TESTED = List.of(FIRST_WITH_APP_SERVER, FIRST_WITH_DEVELOPER_MESSAGE);

    private static final Pattern PRINTED = Pattern.compile("(?m)^codex-cli (\\d{1,6}\\.\\d{1,6}\\.\\d{1,6}\\S*)\\s*$");
    private static final Pattern NUMBERS = Pattern.compile("(\\d{1,6})\\.(\\d{1,6})\\.(\\d{1,6})\\S*");

    /**
     * Finds the version in what {@code codex --version} printed.
     *
     * @throws IllegalArgumentException when no line is {@code codex-cli} and a version
     */
    static String find(String printed) {
        Matcher matcher = PRINTED.matcher(printed);
        if (!matcher.find()) {
            throw new IllegalArgumentException("codex --version: no version (expected: codex-cli 0.171.0)");
        }
        return matcher.group(1);
    }

    /**
     * Reads {@code 0.171.0}, with or without a suffix such as {@code -alpha.1}.
     *
     * @throws IllegalArgumentException when it is anything else
     */
    static CodexVersion parse(String version) {
        Matcher matcher = NUMBERS.matcher(version);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("codex version: " + version + " (expected: 0.171.0)");
        }
        return new CodexVersion(
                Integer.parseInt(matcher.group(1)),
                Integer.parseInt(matcher.group(2)),
                Integer.parseInt(matcher.group(3)));
    }

    boolean atLeast(CodexVersion other) {
        return compareTo(other) >= 0;
    }

    @Override
    public int compareTo(CodexVersion other) {
        return Comparator.comparingInt(CodexVersion::major)
                .thenComparingInt(CodexVersion::minor)
                .thenComparingInt(CodexVersion::patch)
                .compare(this, other);
    }
}
