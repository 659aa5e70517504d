package dev.olp.isolation.limits;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where this process is in the cgroup v2 tree, by /proc/self (cgroups(7), proc(5)).
 *
 * @param top where the tree is mounted
 * @param own our folder in it
 */
public record CgroupMount(Path top, Path own) {
    private static final String OURS = "0::";
    private static final Pattern OCTAL = Pattern.compile("\\\\([0-7]{3})");

    /** Fields of a line of mountinfo; what comes after the optional ones is behind a lone dash. */
    private static final int ROOT = 3;

    private static final int POINT = 4;

    /**
     * Empty where there is none, or it cannot be read.
     *
     * @param proc usually {@code /proc/self}
     */
    public static Optional<CgroupMount> find(Path proc) {
        try {
            Optional<Path> own = Files.readAllLines(proc.resolve("cgroup"), StandardCharsets.UTF_8).stream()
                    .filter(line -> line.startsWith(OURS))
                    .map(line -> Path.of(line.substring(OURS.length())))
                    .findFirst();
            if (own.isEmpty() || own.get().startsWith("/..")) { // outside our cgroup namespace
                return Optional.empty();
            }
            return mounted(Files.readAllLines(proc.resolve("mountinfo"), StandardCharsets.UTF_8), own.get());
        } catch (IOException e) { // as good as none: the caller says that there is none
            return Optional.empty();
        }
    }

    private static Optional<CgroupMount> mounted(List<String> mounts, Path own) {
        for (String line : mounts) {
            String[] halves = line.split(" - ", 2);
            String[] fields = halves[0].split(" ", -1);
            if (halves.length < 2 || !halves[1].startsWith("cgroup2 ") || fields.length <= POINT) {
                continue;
            }
            Path root = Path.of(plain(fields[ROOT]));
            if (own.startsWith(root)) {
                Path top = Path.of(plain(fields[POINT]));
                return Optional.of(
                        new CgroupMount(top, top.resolve(root.relativize(own).toString())));
            }
        }
        return Optional.empty();
    }

    /** Blanks stand as {@code \\040} there. */
    private static String plain(String field) {
        return OCTAL.matcher(field).replaceAll((MatchResult code) -> {
            String character = Character.toString(Integer.parseInt(code.group(1), 8));
            return Matcher.quoteReplacement(character);
        });
    }
}
