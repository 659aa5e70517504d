package dev.olp.isolation.bubblewrap;

import dev.olp.isolation.SandboxedRun;
import dev.olp.isolation.home.Runs;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** A server that waits to be killed: with one sandbox that runs, and others that it starts and ends all the while. */
final class DyingSandboxServer {
    private DyingSandboxServer() {}

    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        String script = "(setsid sleep " + args[1] + " &); echo up; exec sleep " + args[1];
        try (Sandboxes sandboxes = new Sandboxes(Path.of(args[0]), SandboxSpec.of(Profile.USR));
                SandboxedRun standing = sandboxes.sandbox.open("tenant", "request")) {
            standing.start(Runs.shell(script));
            out.println(Runs.line(standing));
            while (true) {
                try (SandboxedRun run = sandboxes.sandbox.open("tenant", "request")) {
                    run.start(Runs.shell(script));
                }
            }
        }
    }

    /** Starts one. */
    static Process start(Path root, String mark) throws Exception {
        Process server = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow",
                        "-cp",
                        System.getProperty("java.class.path"),
                        DyingSandboxServer.class.getName(),
                        root.toString(),
                        mark))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        var lines = server.inputReader();
        String line = lines.readLine();
        while (line != null && !line.equals("up")) { // the log comes this way, too
            line = lines.readLine();
        }
        return server;
    }
}
