package dev.olp.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.io.TempDir;

class CliCopiesTest {
    private static final int PROVIDERS = 8;

    @TempDir
    Path home;

    @RepeatedTest(20)
    void providers_that_begin_at_once_all_get_their_copy() throws Exception {
        Path binary = Path.of("/bin/true").toRealPath();
        List<Callable<Path>> begins = new ArrayList<>();
        for (int i = 0; i < PROVIDERS; i++) {
            CliCopies copies = new CliCopies(home.resolve("cli").resolve("provider-" + i), CliCopiesTest::isOpen);
            begins.add(() -> copies.of(binary));
        }
        try (ExecutorService threads = Executors.newFixedThreadPool(PROVIDERS)) {
            for (Future<Path> copy : threads.invokeAll(begins)) {
                assertThat(copy.get()).startsWith(home).isExecutable();
            }
        }
        try (var left = Files.list(home)) {
            assertThat(left).containsExactly(home.resolve("cli"));
        }
    }

    private static boolean isOpen(Path folder) {
        try {
            return PosixFilePermissions.toString(Files.getPosixFilePermissions(folder))
                            .equals("rwx--x--x")
                    && PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolveSibling("")))
                            .equals("rwx--x--x");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
