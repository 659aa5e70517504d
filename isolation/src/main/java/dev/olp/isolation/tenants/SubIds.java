package dev.olp.isolation.tenants;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A range of user or group ids that is nobody's but its owner's.
 *
 * @param first never 0
 * @param count at least 1
 */
public record SubIds(long first, long count) {
    private static final Pattern NUMBER = Pattern.compile("[1-9]\\d{0,9}");
    private static final long HIGHEST = 0xffff_fffeL;

    public SubIds {
        if (first < 1 || count < 1 || first + count - 1 > HIGHEST) {
            throw new IllegalArgumentException("subordinate ids: " + count + " from " + first
                    + " (expected: at least one, of 1 to " + HIGHEST + ")");
        }
    }

    /**
     * The first range of an owner; empty when there is none, or no such file.
     *
     * @param file like {@code /etc/subuid}, with lines {@code OWNER:FIRST:COUNT}
     * @param owners a user's name, and its number
     */
    public static Optional<SubIds> of(Path file, Collection<String> owners) {
        try {
            for (String line : Files.readAllLines(file, StandardCharsets.ISO_8859_1)) {
                String[] fields = line.strip().split(":", -1);
                if (fields.length == 3
                        && owners.contains(fields[0])
                        && NUMBER.matcher(fields[1]).matches()
                        && NUMBER.matcher(fields[2]).matches()) {
                    return Optional.of(new SubIds(Long.parseLong(fields[1]), Long.parseLong(fields[2])));
                }
            }
            return Optional.empty();
        } catch (IOException | IllegalArgumentException e) { // the caller says what a right one is like
            return Optional.empty();
        }
    }
}
