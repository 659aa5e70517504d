package dev.olp.isolation.process;

import dev.olp.isolation.SandboxException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Starts processes, all from one platform thread that lives as long as the server: the kernel binds "die with the
 * parent" to the thread that forked, so a child of a pool's or a virtual thread's carrier would die at random.
 */
public final class Spawner implements AutoCloseable {
    /** Starts that may wait; each is a request that already holds a permit. */
    private static final int WAITING_STARTS = 1024;

    private static final Duration TOOL_CAP = Duration.ofSeconds(5);

    /** Less than a pipe holds, so that a tool never waits for us. */
    private static final int TOOL_BYTES = 32 << 10;

    private final ThreadPoolExecutor thread = new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(WAITING_STARTS),
            Thread.ofPlatform().daemon().name("olp-spawner").factory());

    /**
     * Starts a process with exactly this environment. Not interruptible: a started process must not be lost.
     *
     * @param line the whole argument list
     */
    Process spawn(List<String> line, Map<String, String> environment, Path folder) throws SandboxException {
        Future<Process> started;
        try {
            started = thread.submit(() -> start(line, environment, folder));
        } catch (RejectedExecutionException e) {
            throw new SandboxException(
                    thread.isShutdown() ? "the sandbox is shut down" : WAITING_STARTS + " starts wait already", e);
        }
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return started.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (ExecutionException e) {
            throw new SandboxException("cannot start " + line.getFirst(), Objects.requireNonNullElse(e.getCause(), e));
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * What a tool of ours prints, which must be little and soon: for questions like its version.
     *
     * @throws SandboxException when it cannot be started, fails, or does not end within five seconds
     */
    public String output(List<String> line) throws SandboxException {
        Process process = spawn(line, Map.of(), Path.of("/"));
        try {
            process.getOutputStream().close();
            if (!process.waitFor(TOOL_CAP.toSeconds(), TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new SandboxException(line + " did not answer (expected: exit 0 within " + TOOL_CAP + ")");
            }
            return new String(process.getInputStream().readNBytes(TOOL_BYTES), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new SandboxException("cannot hear " + line.getFirst(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SandboxException("interrupted while asking " + line.getFirst(), e);
        } finally {
            process.destroyForcibly();
        }
    }

    private static Process start(List<String> line, Map<String, String> environment, Path folder) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(line).directory(folder.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        return builder.start();
    }

    /** Ends the thread, and with it every child that still lives. */
    @Override
    public void close() {
        thread.shutdown();
    }
}
