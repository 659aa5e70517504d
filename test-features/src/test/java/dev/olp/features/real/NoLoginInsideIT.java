package dev.olp.features.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.RawHttp;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * While a real CLI is in the middle of an answer, everything that its sandbox can read is read from outside: each file of its
 * root, and each process's environment, arguments and memory. The login is in none of it, and the run's own token is.
 */
@Tag("identity")
class NoLoginInsideIT {
    private static final String CLAUDE_LOGIN = "sk-ant-oat01-the-real-login-of-claude-3f9a";
    private static final String CODEX_LOGIN = "sk-the-real-login-of-codex-77b2";
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Set<String> NOT_OF_FILES = Set.of("proc", "dev");
    private static final int PIECE = 1 << 20;

    @RegisterExtension
    static final OlpServer olp = OlpServer.with()
            .environment("CLAUDE_CODE_OAUTH_TOKEN", CLAUDE_LOGIN)
            .environment("CODEX_API_KEY", CODEX_LOGIN)
            .server();

    @ParameterizedTest
    @CsvSource({"sonnet, CLAUDE_CODE_OAUTH_TOKEN", "gpt-5.5, OLP_CODEX_TOKEN"})
    void the_sandbox_holds_the_runs_token_and_no_login(String model, String variable) throws Exception {
        try (RawHttp client = olp.connect()) {
            client.chat(Bodies.stream(model, "{{hang-mid}}"));
            client.head(); // the first text is there, so the CLI is at work
            Path cli = cli();
            String token = environment(cli).stream()
                    .filter(each -> each.startsWith(variable + "="))
                    .map(each -> each.substring(variable.length() + 1))
                    .findFirst()
                    .orElseThrow();
            Dump dump = new Dump(List.of(CLAUDE_LOGIN, CODEX_LOGIN, OlpServer.OWNER_TOKEN), token);
            dump.files(cli.resolve("root"));
            for (Path process : insiders(cli)) {
                dump.process(process);
            }
            assertThat(dump.found).as("secrets").isEmpty();
            assertThat(dump.files).as("the program itself was read").isPositive();
            assertThat(dump.controls).as("the search finds what is there").isPositive();
        }
        olp.assertNothingLeft();
    }

    /** The process, seen from outside, whose program is the sandbox's. */
    private static Path cli() {
        return await().atMost(PATIENCE)
                .until(NoLoginInsideIT::find, Optional::isPresent)
                .orElseThrow();
    }

    private static Optional<Path> find() {
        return olp.processes().stream()
                .map(process -> Path.of("/proc", process.split(" ", 2)[0]))
                .filter(process ->
                        link(process.resolve("exe")).filter("/cli"::equals).isPresent())
                .findFirst();
    }

    private static List<Path> insiders(Path cli) throws IOException {
        Optional<String> namespace = link(cli.resolve("ns/pid"));
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path process : all) {
                if (link(process.resolve("ns/pid")).equals(namespace)) {
                    found.add(process);
                }
            }
        }
        assertThat(found).as("the first process and the CLI at least").hasSizeGreaterThan(1);
        return found;
    }

    private static Optional<String> link(Path path) {
        try {
            return Optional.of(Files.readSymbolicLink(path).toString());
        } catch (IOException goneOrNotOurs) {
            return Optional.empty();
        }
    }

    private static List<String> environment(Path process) throws IOException {
        return List.of(Files.readString(process.resolve("environ"), StandardCharsets.ISO_8859_1)
                .split("\0"));
    }

    /** Looks for secrets in bytes, and for one thing that must be there. */
    private static final class Dump {
        private final List<String> secrets;
        private final String control;
        private final List<String> found = new ArrayList<>();
        private int files;
        private int controls;

        Dump(List<String> secrets, String control) {
            this.secrets = secrets;
            this.control = control;
        }

        void files(Path root) throws IOException {
            try (DirectoryStream<Path> top = Files.newDirectoryStream(root)) {
                for (Path entry : top) {
                    if (!NOT_OF_FILES.contains(entry.getFileName().toString())) {
                        walk(entry);
                    }
                }
            }
        }

        private void walk(Path entry) throws IOException {
            Files.walkFileTree(entry, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    if (attributes.isRegularFile()) {
                        files++;
                        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
                            search(file.toString(), in, 0, in.length());
                        }
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        }

        void process(Path process) throws IOException {
            for (String name : List.of("environ", "cmdline")) {
                look(process + "/" + name, Files.readString(process.resolve(name), StandardCharsets.ISO_8859_1));
            }
            try (RandomAccessFile memory =
                    new RandomAccessFile(process.resolve("mem").toFile(), "r")) {
                for (String line : Files.readAllLines(process.resolve("maps"))) {
                    String[] fields = line.split("[- ]", 4);
                    if (fields[2].startsWith("rw") && !line.endsWith("[vvar]")) {
                        search(
                                process + "/mem",
                                memory,
                                Long.parseUnsignedLong(fields[0], 16),
                                Long.parseUnsignedLong(fields[1], 16));
                    }
                }
            }
        }

        private void search(String where, RandomAccessFile in, long from, long to) throws IOException {
            byte[] piece = new byte[PIECE];
            String before = "";
            in.seek(from);
            for (long at = from; at < to; ) {
                int read;
                try {
                    read = in.read(piece, 0, (int) Math.min(PIECE, to - at));
                } catch (IOException unmapped) { // memory that was given back since its list was read
                    return;
                }
                if (read <= 0) {
                    return;
                }
                at += read;
                String text = before + new String(piece, 0, read, StandardCharsets.ISO_8859_1);
                look(where, text);
                before = text.substring(Math.max(0, text.length() - 100));
            }
        }

        private void look(String where, String text) {
            secrets.stream().filter(text::contains).forEach(secret -> found.add(where + ": " + secret));
            controls += text.contains(control) ? 1 : 0;
        }
    }
}
