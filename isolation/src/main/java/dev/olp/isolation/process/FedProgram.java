package dev.olp.isolation.process;

import dev.olp.isolation.SandboxException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A program in the operator's own terminal that reads what it is given here, such as a pager; for commands, never for a
 * server. Until it has ended, neither does this process, so that it keeps the terminal; not by an interrupt from there
 * either.
 */
public final class FedProgram implements AutoCloseable {
    private final Process process;
    private final Thread waiting;

    private FedProgram(Process process) {
        this.process = process;
        this.waiting = new Thread(this::awaitEnd, "fed-program");
    }

    /**
     * Starts it in the folder that we are in.
     *
     * @param environment the whole of it
     * @throws SandboxException when it cannot be started
     */
    public static FedProgram start(Path binary, List<String> args, Map<String, String> environment)
            throws SandboxException {
        ProcessBuilder builder =
                ForegroundProgram.inTerminal(binary, args, environment).redirectInput(ProcessBuilder.Redirect.PIPE);
        try {
            FedProgram started = new FedProgram(builder.start());
            Runtime.getRuntime().addShutdownHook(started.waiting);
            return started;
        } catch (IOException e) {
            throw new SandboxException("cannot start " + binary, e);
        }
    }

    /** What it reads; writing fails once it has ended. */
    public OutputStream input() {
        return process.getOutputStream();
    }

    /** Ends its input and waits until it has ended: until the operator has read enough. */
    @Override
    public void close() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // it has ended before it had read all, which is the operator's right
        }
        awaitEnd();
        try {
            Runtime.getRuntime().removeShutdownHook(waiting);
        } catch (IllegalStateException e) {
            // this process is ending already, and the hook has waited with us
        }
    }

    private void awaitEnd() {
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            process.destroy();
            Thread.currentThread().interrupt();
        }
    }
}
