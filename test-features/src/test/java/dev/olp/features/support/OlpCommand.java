package dev.olp.features.support;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * One run of the {@code olp} command, ended by itself.
 *
 * @param exit the exit code
 */
public record OlpCommand(int exit, String out, String err) {
    private static final long LIMIT_SECONDS = 90;

    /**
     * Runs it and waits for its end.
     *
     * @param folder for its temporary files; nothing else may use it meanwhile
     * @param environment the whole of it
     */
    public static OlpCommand run(Path folder, Map<String, String> environment, String... arguments)
            throws IOException, InterruptedException {
        return run(folder, environment, words(folder, arguments), arguments);
    }

    /** The same in a terminal of its own, where nobody types: both outputs are {@link #out}. */
    static OlpCommand runInTerminal(Path folder, Map<String, String> environment, String... arguments)
            throws IOException, InterruptedException {
        String line = words(folder, arguments).stream()
                .map(word -> "'" + word.replace("'", "'\\''") + "'")
                .collect(Collectors.joining(" "));
        return run(folder, environment, List.of("script", "-qefc", line, "/dev/null"), arguments);
    }

    private static List<String> words(Path folder, String... arguments) throws IOException {
        Files.createDirectories(folder);
        List<String> command = new ArrayList<>(ServerProcess.java(folder));
        command.addAll(List.of(arguments));
        return command;
    }

    private static OlpCommand run(
            Path folder, Map<String, String> environment, List<String> command, String... arguments)
            throws IOException, InterruptedException {
        Path out = folder.resolve("stdout");
        Path err = folder.resolve("stderr");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        Process process = builder.start();
        try {
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("olp " + String.join(" ", arguments) + " still runs after " + LIMIT_SECONDS
                        + " s: " + Files.readString(err, StandardCharsets.UTF_8));
            }
            return new OlpCommand(
                    process.exitValue(),
                    Files.readString(out, StandardCharsets.UTF_8),
                    Files.readString(err, StandardCharsets.UTF_8));
        } finally {
            process.destroyForcibly();
            process.onExit().join();
        }
    }
}
