package dev.olp.isolation.selftest;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The last good verdict, kept for a day: lines of a word and its value. Anything odd about the file, and it is as if there
 * were none.
 */
public final class VerdictFile {
    private static final Logger log = LoggerFactory.getLogger(VerdictFile.class);
    private static final Duration GOOD_FOR = Duration.ofHours(24);
    private static final long MOST_BYTES = 64 << 10;

    private final Path file;

    public VerdictFile(Path file) {
        this.file = file;
    }

    /** @param inputs what the verdict must have been reached with */
    public Optional<SelfTestReport> read(String inputs, Instant now) {
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        List<String> lines;
        try {
            lines = isOurs() ? Files.readAllLines(file, StandardCharsets.UTF_8) : List.of();
        } catch (IOException e) {
            log.atWarn().setCause(e).log("the last self-test's verdict cannot be read");
            return Optional.empty();
        }
        return parse(lines)
                .filter(report -> report.inputs().equals(inputs))
                .filter(report ->
                        !report.at().isAfter(now) && report.at().plus(GOOD_FOR).isAfter(now));
    }

    private boolean isOurs() throws IOException {
        PosixFileAttributes facts = Files.readAttributes(file, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        return facts.isRegularFile()
                && facts.size() <= MOST_BYTES
                && PosixFilePermissions.toString(facts.permissions()).equals("rw-------")
                && facts.owner().equals(Files.getOwner(Path.of("/proc/self")));
    }

    /** Where it cannot be kept, the next start runs the self-test again. */
    public void write(SelfTestReport report) {
        List<String> lines = new ArrayList<>();
        lines.add("inputs " + report.inputs());
        lines.add("at " + report.at());
        lines.add("passed " + report.passed());
        report.skipped().forEach(result -> lines.add("skipped " + line(result.toString())));
        report.remedies().forEach(remedy -> lines.add("remedy " + line(remedy)));
        try {
            replace(lines);
        } catch (IOException e) {
            log.atWarn().setCause(e).log("the self-test's verdict cannot be kept");
        }
    }

    private void replace(List<String> lines) throws IOException {
        Path made = Files.createTempFile(file.toAbsolutePath().getParent(), ".selftest-", ".new"); // 0600
        try {
            Files.write(made, lines, StandardCharsets.UTF_8);
            Files.move(made, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(made);
        }
    }

    private static String line(String text) {
        return text.replaceAll("\\R", " ");
    }

    private static Optional<SelfTestReport> parse(List<String> lines) {
        Optional<Instant> at = Optional.empty();
        String inputs = "";
        int passed = 0;
        List<CheckResult> skipped = new ArrayList<>();
        List<String> remedies = new ArrayList<>();
        try {
            for (String line : lines) {
                String[] words = line.split(" ", 3);
                String rest = line.substring(line.indexOf(' ') + 1);
                switch (words[0]) {
                    case "inputs" -> inputs = rest;
                    case "at" -> at = Optional.of(Instant.parse(rest));
                    case "passed" -> passed = Integer.parseInt(rest);
                    case "skipped" -> skipped.add(new CheckResult(words[1], Verdict.VOID, words[2]));
                    case "remedy" -> remedies.add(rest);
                    default -> {
                        return Optional.empty();
                    }
                }
            }
        } catch (DateTimeParseException | NumberFormatException | ArrayIndexOutOfBoundsException e) {
            return Optional.empty(); // not ours, or cut
        }
        if (at.isEmpty() || passed < 1) {
            return Optional.empty();
        }
        return Optional.of(new SelfTestReport(at.get(), passed, List.of(), skipped, remedies, inputs));
    }
}
