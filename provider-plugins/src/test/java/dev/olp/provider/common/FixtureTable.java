package dev.olp.provider.common;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.provider.DialogueEnd;
import dev.olp.provider.Fault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * {@code fixtures/ends.tsv}: what each recorded run comes to. A line has the recording, its finish reason or the fault's kind
 * and, for a fault, whose it is and what it says of the requests that come next.
 */
public final class FixtureTable {
    private static final Path FOLDER = folder();

    private FixtureTable() {}

    /** Asserts that the recordings of that prefix and the lines of the table are the same, and that each ends as it says. */
    public static void assertEnds(String prefix, Function<String, DialogueEnd> played) {
        Map<String, String> ends = recordings(prefix)
                .collect(Collectors.toMap(name -> name, name -> words(played.apply(name)), (a, b) -> a, TreeMap::new));

        assertThat(ends).isNotEmpty().isEqualTo(lines(prefix));
    }

    private static String words(DialogueEnd end) {
        return switch (end) {
            case DialogueEnd.Finished finished -> finished.reason().name().toLowerCase(Locale.ROOT);
            case DialogueEnd.Failed failed -> {
                Fault.Kind kind = failed.fault().kind();
                yield "%s\t%s\t%s"
                        .formatted(kind, kind.whose(), kind.aftermath())
                        .toLowerCase(Locale.ROOT);
            }
        };
    }

    private static Map<String, String> lines(String prefix) {
        try (Stream<String> lines = Files.lines(FOLDER.resolve("ends.tsv"))) {
            return lines.filter(line -> line.startsWith(prefix))
                    .map(line -> line.split("\t", 2))
                    .collect(Collectors.toMap(
                            line -> line[0], line -> line[1], (a, b) -> a + " and " + b, TreeMap::new));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<String> recordings(String prefix) {
        try (Stream<Path> files = Files.list(FOLDER)) {
            List<String> names = files.map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> name.startsWith(prefix) && name.endsWith(".jsonl"))
                    .map(name -> name.substring(0, name.length() - ".jsonl".length()))
                    .toList();
            return names.stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path folder() {
        try {
            return Path.of(Objects.requireNonNull(FixtureTable.class.getResource("/fixtures"), "fixtures")
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
