package dev.olp.app.command;

import dev.olp.config.ConfigException;
import dev.olp.config.Home;
import dev.olp.config.HomeLock;
import dev.olp.isolation.process.Waiting;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** {@code olp drain}: {@code POST /v0/management/drain}, and waits until the server is gone. */
@Command(name = "drain", description = "Stop the server once what runs has ended, and wait for that.")
public final class DrainCommand extends ServerCommand {
    private static final Duration STEP = Duration.ofSeconds(1);

    /** For ending what outlasts the drain, and for closing all that is open. */
    private static final Duration CLOSING = Duration.ofSeconds(60);

    @Option(names = "--no-wait", description = "Only tell it to.")
    private boolean noWait;

    public DrainCommand(CommandContext context) {
        super(context);
    }

    @Override
    int run(ServerDoor door) throws ConfigException, UsageException, CommandFailure {
        ObjectNode told =
                door.call("POST", List.of("drain"), JsonMapper.shared().createObjectNode());
        if (!noWait) {
            await(
                    door,
                    Duration.ofMillis(told.path("drain_timeout_ms").asLong()).plus(CLOSING));
        }
        if (json) {
            printJson(told);
        } else {
            context.console().line(noWait ? "the server drains" : "the server is gone");
        }
        return ExitCode.OK;
    }

    private void await(ServerDoor door, Duration atMost) throws ConfigException, CommandFailure {
        Optional<Home> home = isNamed() ? Optional.empty() : Optional.of(Home.open(context.environment()));
        long steps = atMost.dividedBy(STEP);
        String shown = "";
        for (long step = 0; step < steps; step++) {
            if (home.isEmpty() && !door.answers()) {
                return;
            }
            String progress = progress(door);
            if (!progress.equals(shown)) {
                context.console().note(progress);
                shown = progress;
            }
            if (Waiting.until(STEP, () -> home.isPresent() && isFree(home.get()))) {
                return;
            }
        }
        throw new CommandFailure(ExitCode.FAILURE, "the server is still there; its log says what it waits for");
    }

    private static String progress(ServerDoor door) {
        try {
            return "waiting for %d requests under way"
                    .formatted(door.get(ServerDoor.MANAGEMENT + "status")
                            .at("/stats/active_requests")
                            .asLong());
        } catch (UsageException | CommandFailure e) {
            return "closing";
        }
    }

    /** A server lets go of its home last of all. */
    private static boolean isFree(Home home) {
        try (HomeLock lock = HomeLock.tryTake(home).orElse(null)) {
            return lock != null;
        } catch (IOException e) {
            return false; // told by whoever needs the home next
        }
    }
}
