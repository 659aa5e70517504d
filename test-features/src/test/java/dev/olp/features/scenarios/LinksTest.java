package dev.olp.features.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The pages that people read lead to where they say. */
class LinksTest {
    private static final Path ROOT = Path.of("..");

    /** A link within the project, without the place on the page. */
    private static final Pattern LINK = Pattern.compile("]\\(([^)#:]+)(?:#[^)]*)?\\)");

    @Test
    void every_link_between_pages_leads_somewhere() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md")));
        for (String folder : List.of("docs", "adr", "config", "bench", "systemd")) {
            try (Stream<Path> files = Files.list(ROOT.resolve(folder))) {
                files.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
            }
        }
        List<String> dead = new ArrayList<>();
        int links = 0;
        for (Path page : pages) {
            for (String target : LINK.matcher(Files.readString(page))
                    .results()
                    .map(found -> found.group(1))
                    .toList()) {
                links++;
                if (Files.notExists(page.resolveSibling(target))) {
                    dead.add(page + ": " + target);
                }
            }
        }
        assertThat(dead).isEmpty();
        assertThat(links).isGreaterThan(20);
    }
}
