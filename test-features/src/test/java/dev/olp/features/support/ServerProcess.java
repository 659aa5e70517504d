package dev.olp.features.support;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The built server as a process of its own, with a wholly given environment. */
final class ServerProcess implements AutoCloseable {
    /** The small profile of the launcher: what holds there holds anywhere. */
    private static final List<String> PROFILE = List.of(
            "-XX:+UseSerialGC",
            "-Xms16m",
            "-Xmx128m",
            "-XX:MinHeapFreeRatio=20",
            "-XX:MaxHeapFreeRatio=40",
            "-XX:MaxDirectMemorySize=64m",
            "-XX:+UseCompactObjectHeaders",
            "-XX:TieredStopAtLevel=1",
            "-XX:TrimNativeHeapInterval=2000");

    private static final Duration START = Duration.ofSeconds(60);
    private static final long STOP_SECONDS = 45;
    private final Process process;
    private final Path logFile;
    private final Path portFile;

    private ServerProcess(Process process, Path logFile, Path portFile) {
        this.process = process;
        this.logFile = logFile;
        this.portFile = portFile;
    }

    /**
     * Starts it and does not wait.
     *
     * @param wrapping words before the command
     */
    static ServerProcess start(Path folder, Map<String, String> environment, List<String> wrapping) throws IOException {
        Path portFile = folder.resolve("port");
        Files.deleteIfExists(portFile);
        List<String> command = new ArrayList<>(wrapping);
        command.addAll(java(folder));
        command.addAll(List.of("serve", "--port", "0", "--port-file", portFile.toString()));
        Path logFile = folder.resolve("server.log");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(ProcessBuilder.Redirect.appendTo(logFile.toFile()));
        builder.environment().clear();
        builder.environment().putAll(environment);
        return new ServerProcess(builder.start(), logFile, portFile);
    }

    /** How the command is started, without its arguments. */
    static List<String> java(Path folder) throws IOException {
        Path temp = Files.createDirectories(folder.resolve("java"));
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(System.getProperty("olp.jvm.flags", "").strip().split("\\s+")));
        command.addAll(PROFILE);
        command.add("-Djava.io.tmpdir=" + temp);
        command.add("-Dolp.root=" + Paths.root());
        command.addAll(List.of("-jar", Paths.jar().toString()));
        return command;
    }

    /** Waits until it serves. */
    int awaitPort() {
        await().atMost(START)
                .pollInterval(Duration.ofMillis(10))
                .until(() -> Files.exists(portFile) || !process.isAlive());
        if (!process.isAlive()) {
            throw new AssertionError("the server ended with " + process.exitValue() + ": " + log());
        }
        try {
            return Integer.parseInt(Files.readString(portFile).strip());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits for its end. */
    int awaitExit() throws InterruptedException {
        if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("the server still runs after " + STOP_SECONDS + " s: " + log());
        }
        return process.exitValue();
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    void terminate() {
        process.destroy();
    }

    void kill() {
        process.destroyForcibly();
    }

    String log() {
        try {
            return Files.readString(logFile, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }
}
