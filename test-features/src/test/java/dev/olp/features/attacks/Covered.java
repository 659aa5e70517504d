package dev.olp.features.attacks;

import dev.olp.features.support.Paths;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * An attack on the launch or the host that a test of its own covers.
 *
 * @param tests class#method
 */
record Covered(String id, String what, String result, List<String> tests) {
    static List<Covered> all() throws IOException {
        try (InputStream in = Objects.requireNonNull(Covered.class.getResourceAsStream("covered.tsv"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split("\t", -1))
                    .map(fields -> new Covered(
                            fields[0],
                            fields[1],
                            fields[2],
                            fields[3].equals("-") ? List.of() : List.of(fields[3].split(" "))))
                    .toList();
        }
    }

    /** Those of its tests that no source file holds. */
    List<String> missing(List<Path> sources) {
        return tests.stream().filter(test -> !exists(test, sources)).toList();
    }

    private static boolean exists(String test, List<Path> sources) {
        String file = test.substring(0, test.indexOf('#')) + ".java";
        String method = "void " + test.substring(test.indexOf('#') + 1) + "(";
        return sources.stream().anyMatch(source -> source.endsWith(file) && holds(source, method));
    }

    private static boolean holds(Path source, String text) {
        try {
            return Files.readString(source).contains(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The sources of every module's tests. */
    static List<Path> sources() throws IOException {
        try (Stream<Path> modules = Files.list(Paths.root())) {
            List<Path> folders = modules.map(module -> module.resolve("src/test/java"))
                    .filter(Files::isDirectory)
                    .toList();
            return folders.stream().flatMap(Covered::files).toList();
        }
    }

    private static Stream<Path> files(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
