package dev.olp.app.command;

import dev.olp.config.ConfigException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** A command that asks a running server: the one on the home, or the one that is named. */
abstract class ServerCommand extends HomeCommand {
    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "Ask this server, with the key in OLP_API_KEY; OLP_PROXY_URL does the same.")
    private @Nullable String url;

    ServerCommand(CommandContext context) {
        super(context);
    }

    abstract int run(ServerDoor door) throws ConfigException, UsageException, CommandFailure;

    @Override
    final int run() throws ConfigException, UsageException, CommandFailure {
        try (ServerDoor door = Doors.server(context, url)) {
            return run(door);
        }
    }

    /** Whether it was named, so that it may be on another machine. */
    final boolean isNamed() {
        return url != null
                || !context.environment().getOrDefault("OLP_PROXY_URL", "").isEmpty();
    }

    /** Whether the caller shows a key of one's own. */
    final boolean showsKey() {
        return !context.environment().getOrDefault("OLP_API_KEY", "").isBlank();
    }
}
