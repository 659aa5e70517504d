package dev.olp.isolation.process;

import dev.olp.isolation.SandboxException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A program that talks to the operator in his own terminal, as if he had started it; for commands, never for a server. */
public final class ForegroundProgram {
    private ForegroundProgram() {}

    /**
     * Runs it to its end.
     *
     * @param environment the whole of it
     * @param folder its working directory
     * @return its exit status
     * @throws SandboxException when it cannot be started
     */
    public static int run(Path binary, List<String> args, Map<String, String> environment, Path folder)
            throws SandboxException, InterruptedException {
        ProcessBuilder builder = inTerminal(binary, args, environment).directory(folder.toFile());
        try {
            Process process = builder.start();
            try {
                return process.waitFor();
            } finally {
                process.destroy();
            }
        } catch (IOException e) {
            throw new SandboxException("cannot start " + binary, e);
        }
    }

    /** Of a program that has our terminal, and that environment and no other. */
    static ProcessBuilder inTerminal(Path binary, List<String> args, Map<String, String> environment)
            throws SandboxException {
        Executable.check(binary);
        List<String> line = new ArrayList<>(List.of(binary.toString()));
        line.addAll(args);
        ProcessBuilder builder = new ProcessBuilder(line).inheritIO();
        builder.environment().clear();
        builder.environment().putAll(environment);
        return builder;
    }
}
