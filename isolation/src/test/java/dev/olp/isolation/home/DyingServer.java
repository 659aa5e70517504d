package dev.olp.isolation.home;

import dev.olp.isolation.SandboxedRun;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** A server that waits to be killed: tells its child's pid and those of two grandchildren. */
final class DyingServer {
    private DyingServer() {}

    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        try (ThrowAwaySandbox sandbox = Runs.sandbox(Path.of(args[0]));
                SandboxedRun run = sandbox.open("tenant", "request")) {
            run.start(Runs.shell("sleep 1000 & echo $!; setsid sleep 1000 & echo $!; wait"));
            out.println(run.pid());
            out.println(Runs.line(run));
            out.println(Runs.line(run));
            new CountDownLatch(1).await();
        }
    }
}
