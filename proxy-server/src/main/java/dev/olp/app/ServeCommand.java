package dev.olp.app;

import dev.olp.app.command.CommandContext;
import dev.olp.config.ConfigException;
import dev.olp.config.ConfigLoader;
import dev.olp.config.Home;
import dev.olp.config.LoadedConfig;
import dev.olp.config.WholeFile;
import dev.olp.isolation.posix.NativePosix;
import dev.olp.isolation.posix.Signal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code olp serve}: runs until SIGTERM or SIGINT, then drains. SIGHUP reads the configuration anew. */
@Command(name = "serve", description = "Starts the server and stays in the foreground.")
final class ServeCommand implements Callable<Integer> {
    private final CommandContext context;

    @Option(names = "--port", paramLabel = "PORT", description = "Port to listen on; 0 for any free one.")
    private @Nullable Integer port;

    @Option(
            names = "--port-file",
            paramLabel = "FILE",
            description = "File that the port is written to once OLP listens.")
    private @Nullable Path portFile;

    ServeCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() throws InterruptedException {
        Map<String, String> effective = new HashMap<>(context.environment());
        if (port != null) {
            effective.put("OLP_PORT", port.toString());
        }
        try {
            Home home = Home.open(effective);
            LoadedConfig loaded = ConfigLoader.load(effective, home.root());
            Logs.file(loaded.config().logs().file(), effective, home.logs());
            Logs.level(loaded.config().logs().level());
            OlpServer server = OlpServer.start(effective, home, loaded);
            CountDownLatch stopped = stopOnSignal(server);
            if (portFile != null) {
                WholeFile.show(portFile, (server.port() + "\n").getBytes(StandardCharsets.US_ASCII));
            }
            context.console().line("OLP " + Version.current() + " is listening on port " + server.port());
            stopped.await();
            return 0;
        } catch (ConfigException | StartException e) {
            context.console().note(String.valueOf(e.getMessage()));
            return 1;
        } catch (IOException e) {
            context.console().note("cannot write the port file: " + e.getMessage());
            return 1;
        }
    }

    /**
     * SIGTERM or SIGINT stops in order, a second one ends what the first still waits for. What else ends the process, like
     * the end of its terminal or an owner over HTTP, does as the first.
     */
    private static CountDownLatch stopOnSignal(OlpServer server) {
        CountDownLatch stopped = new CountDownLatch(1);
        AtomicBoolean told = new AtomicBoolean();
        Runnable heed = () -> {
            Runnable then = told.getAndSet(true) ? () -> hurry(server) : () -> stop(server, stopped);
            Thread.ofPlatform().name("olp-stop").start(then);
        };
        NativePosix posix = NativePosix.load();
        posix.onSignal(Signal.TERMINATE, heed);
        posix.onSignal(Signal.INTERRUPT, heed);
        var _ = server.stopAsked()
                .thenRun(() -> Thread.ofPlatform().name("olp-drain").start(() -> stop(server, stopped)));
        posix.onSignal(
                Signal.HANG_UP, () -> Thread.ofPlatform().name("olp-reload").start(server::reload));
        Runtime.getRuntime()
                .addShutdownHook(Thread.ofPlatform().name("olp-end").unstarted(() -> stop(server, stopped)));
        return stopped;
    }

    private static void stop(OlpServer server, CountDownLatch stopped) {
        try {
            server.close();
        } finally {
            stopped.countDown();
        }
    }

    private static void hurry(OlpServer server) {
        try {
            server.hurry();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
