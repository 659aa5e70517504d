package dev.olp.app.command;

import dev.olp.config.ConfigException;
import dev.olp.config.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;

/** {@code olp logs}: the end of the server's log file, and what comes. As a service it has none. */
@Command(name = "logs", description = "Show the end of the server's log; with --json an object a line.")
public final class LogsCommand extends HomeCommand {
    private static final int MOST = 1_000_000;

    @Option(names = "-n", paramLabel = "LINES", description = "How many; 50 if not said.")
    private int lines = 50;

    @Option(
            names = {"-f", "--follow"},
            description = "Go on with what is written, until interrupted.")
    private boolean follow;

    @Mixin
    private Paging paging = new Paging();

    public LogsCommand(CommandContext context) {
        super(context);
    }

    /** What never ends is not paged. */
    @Override
    @Nullable
    Paging paging() {
        return follow ? null : paging;
    }

    @Override
    int run() throws ConfigException, UsageException, CommandFailure {
        if (lines < 0 || lines > MOST) {
            throw new UsageException("-n: %d (expected: 0 to %d)".formatted(lines, MOST));
        }
        Path file = Home.open(context.environment()).logs().resolve("olp.log");
        if (!Files.isRegularFile(file)) {
            throw new CommandFailure(
                    ExitCode.FAILURE,
                    "there is no " + file
                            + ": a server that runs as a service logs to the journal, see `journalctl -u olp`");
        }
        try (LogTail tail = LogTail.open(file)) {
            tail.last(lines).forEach(this::print);
            if (follow) {
                tail.follow(this::print);
            }
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.FAILURE, "the log cannot be read: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return ExitCode.OK;
    }

    private void print(String line) {
        context.console()
                .line(
                        json
                                ? JsonMapper.shared().writeValueAsString(Map.of("line", line))
                                : Shown.harmless(line.replace('\t', ' ')));
    }
}
