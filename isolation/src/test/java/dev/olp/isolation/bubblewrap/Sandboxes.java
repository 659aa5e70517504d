package dev.olp.isolation.bubblewrap;

import dev.olp.isolation.SandboxedRun;
import dev.olp.isolation.home.Runs;
import dev.olp.isolation.home.ThrowAwaySandbox;
import dev.olp.isolation.posix.NativePosix;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/** A sandbox for tests: as root its children are nobody, as anybody else they are ours. */
final class Sandboxes implements AutoCloseable {
    private final ThrowAwaySandbox runs;
    final BubblewrapSandbox sandbox;

    Sandboxes(Path root, SandboxSpec standard) throws Exception {
        runs = Runs.sandbox(root);
        sandbox = new BubblewrapSandbox(runs, standard, Optional.of(ServiceUser.find("nobody")), NativePosix.load());
    }

    @Override
    public void close() throws SandboxedRun.Leak {
        runs.close();
    }

    /** A number of seconds to sleep that no other process on this machine names. */
    static String mark() {
        return Long.toString(ThreadLocalRandom.current().nextLong(1_000_000_000_000L, 9_000_000_000_000L));
    }

    /** Pids of the host's processes whose argument list holds this text. */
    static List<Long> named(String text) throws IOException {
        List<Long> found = new ArrayList<>();
        try (var processes = Files.newDirectoryStream(Path.of("/proc"), "[1-9]*")) {
            for (Path process : processes) {
                try {
                    if (Files.readString(process.resolve("cmdline"), StandardCharsets.ISO_8859_1)
                            .contains(text)) {
                        found.add(Long.valueOf(process.getFileName().toString()));
                    }
                } catch (IOException gone) {
                    // it ended while we looked
                }
            }
        }
        return found;
    }
}
