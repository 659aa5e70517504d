package dev.olp.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Locale;

/** The stand-in of claude that says the time, where a sandbox shows it and every user may start it. */
final class PacedCli implements AutoCloseable {
    private final Path folder;

    /** Laid out as a package. */
    PacedCli(Settings settings) throws IOException {
        folder = Files.createTempDirectory(Path.of("/var/tmp"), "olp-bench-");
        open(folder);
        open(Files.createDirectory(folder.resolve("node_modules")));
        open(Files.createDirectory(folder.resolve("node_modules/stand-in")));
        open(Files.copy(settings.root().resolve("bench/stand-ins/claude"), binary()));
    }

    private static void open(Path path) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    Path binary() {
        return folder.resolve("node_modules/stand-in/claude");
    }

    /** What asks it for frames until then, by {@link System#nanoTime}. */
    static String prompt(Duration pace, long until) {
        return String.format(Locale.ROOT, "{{pace:%.3f:%d}}", pace.toMillis() / 1e3, until);
    }

    /** One of its answers without OLP, by its pipe. */
    Frames read(String prompt) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(binary().toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        Frames frames = new Frames();
        try (OutputStream stdin = process.getOutputStream();
                BufferedReader stdout =
                        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            stdin.write(("{\"type\":\"user\",\"message\":{\"role\":\"user\",\"content\":\"" + prompt + "\"}}\n")
                    .getBytes(StandardCharsets.UTF_8));
            stdin.flush();
            for (String line = stdout.readLine(); line != null; line = stdout.readLine()) {
                frames.came(line);
            }
        } finally {
            process.destroyForcibly().waitFor();
        }
        return frames;
    }

    @Override
    public void close() throws IOException {
        Folders.remove(folder);
    }
}
