package dev.olp.app.command;

import dev.olp.config.ConfigException;
import dev.olp.config.Home;
import dev.olp.config.HomeLock;
import dev.olp.config.OwnerToken;
import dev.olp.config.RunningServer;
import dev.olp.config.Secret;
import dev.olp.isolation.process.Waiting;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds the way to the management API: the server that {@code OLP_PROXY_URL} names, else the one that runs on the home,
 * else the home itself. A server is shown {@code OLP_API_KEY}, else the owner's token of the environment; one that runs
 * on the home of whoever calls takes the token that it left there.
 */
final class Doors {
    /** A server that starts tells within that time where it is, and another command is done. */
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private final CommandContext context;
    private final Home home;
    private @Nullable HomeLock lock;
    private @Nullable RunningServer server;
    private @Nullable IOException failure;

    private Doors(CommandContext context, Home home) {
        this.context = context;
        this.home = home;
    }

    static ManagementDoor open(CommandContext context) throws ConfigException, UsageException, CommandFailure {
        String named = context.environment().getOrDefault("OLP_PROXY_URL", "");
        return named.isEmpty()
                ? new Doors(context, Home.open(context.environment())).open()
                : named(context, "OLP_PROXY_URL", named);
    }

    /**
     * The way to a server, and to nothing else.
     *
     * @param url as {@code --url} named it; null where it did not
     * @throws CommandFailure where none runs; it says what to do
     */
    static ServerDoor server(CommandContext context, @Nullable String url)
            throws ConfigException, UsageException, CommandFailure {
        String named = context.environment().getOrDefault("OLP_PROXY_URL", "");
        if (url != null) {
            return named(context, "--url", url);
        }
        return named.isEmpty()
                ? new Doors(context, Home.open(context.environment())).server()
                : named(context, "OLP_PROXY_URL", named);
    }

    private static ServerDoor named(CommandContext context, String by, String named)
            throws ConfigException, UsageException, CommandFailure {
        String url = baseUrl(by, named);
        String token = token(context.environment())
                .orElseThrow(() -> new CommandFailure(
                        ExitCode.AUTH, by + " is set, but no key: set OLP_API_KEY to an owner's key"));
        return ServerDoor.named(url, token);
    }

    private ServerDoor server() throws ConfigException, CommandFailure {
        look();
        if (lock != null) {
            letGo(lock);
            throw new CommandFailure(
                    ExitCode.FAILURE,
                    "no OLP runs on " + home.root() + ": start it with `olp serve`, or name one by --url");
        }
        return found();
    }

    private ManagementDoor open() throws ConfigException, CommandFailure {
        look();
        return lock == null ? found() : HomeDoor.open(context, home, lock);
    }

    private void look() throws CommandFailure {
        Waiting.until(PATIENCE, this::isFound);
        if (failure != null) {
            throw broken(failure);
        }
    }

    private static void letGo(HomeLock lock) throws CommandFailure {
        try {
            lock.close();
        } catch (IOException e) {
            throw broken(e);
        }
    }

    private static CommandFailure broken(IOException cause) {
        return new CommandFailure(ExitCode.FAILURE, "the home's lock: " + cause.getMessage());
    }

    private ServerDoor found() throws ConfigException, CommandFailure {
        if (server != null) {
            return ServerDoor.running(server, token(context.environment()).orElse(server.token()));
        }
        throw new CommandFailure(
                ExitCode.FAILURE, "OLP_HOME: " + home.root() + " is in use by another OLP that does not answer");
    }

    private boolean isFound() {
        try {
            lock = HomeLock.tryTake(home).orElse(null);
            server = lock == null ? RunningServer.find(home).orElse(null) : null;
        } catch (IOException e) {
            failure = e;
        }
        return lock != null || server != null || failure != null;
    }

    private static Optional<String> token(Map<String, String> environment) throws ConfigException {
        String key = environment.getOrDefault("OLP_API_KEY", "").strip();
        return key.isEmpty() ? OwnerToken.find(environment).map(Secret::value) : Optional.of(key);
    }

    private static String baseUrl(String by, String text) throws UsageException {
        try {
            URI url = new URI(text.replaceFirst("(/v1)?/*$", ""));
            boolean web = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
            if (web && url.getHost() != null && url.getUserInfo() == null && url.getQuery() == null) {
                return url.toString();
            }
        } catch (URISyntaxException notOne) {
            // told below
        }
        throw new UsageException(by + ": not a base URL (expected: such as http://127.0.0.1:4567)");
    }
}
