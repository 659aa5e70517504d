package dev.olp.app.command;

import dev.olp.config.ConfigException;
import dev.olp.config.Problem;
import dev.olp.store.StoreException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;

/** What all commands on the home share: {@code --json}, and that what went wrong is told in one line, not a trace. */
@Command(
        mixinStandardHelpOptions = true,
        exitCodeOnInvalidInput = ExitCode.USAGE,
        exitCodeOnExecutionException = ExitCode.FAILURE)
abstract class HomeCommand implements Callable<Integer> {
    final CommandContext context;

    @Option(names = "--json", description = "Print JSON.")
    boolean json;

    HomeCommand(CommandContext context) {
        this.context = context;
    }

    /** How its output is paged; null for what is never long. */
    @Nullable
    Paging paging() {
        return null;
    }

    private int paged() throws ConfigException, UsageException, CommandFailure {
        Paging paging = paging();
        if (paging == null) {
            return run();
        }
        try (Paging.Shown _ = paging.begin(context)) {
            return run();
        }
    }

    abstract int run() throws ConfigException, UsageException, CommandFailure;

    @Override
    public final Integer call() {
        try {
            return paged();
        } catch (UsageException usage) {
            fail(usage.getMessage());
            return ExitCode.USAGE;
        } catch (ConfigException refused) {
            if (json) {
                printJson(Map.of(
                        "ok",
                        false,
                        "problems",
                        refused.problems().stream().map(HomeCommand::asMap).toList()));
            } else {
                refused.problems().forEach(problem -> context.console().note(problem.message()));
            }
            return ExitCode.FAILURE;
        } catch (CommandFailure failure) {
            fail(failure.getMessage());
            return failure.exit();
        } catch (StoreException failure) {
            fail(String.valueOf(failure.getMessage()));
            return ExitCode.FAILURE;
        }
    }

    void printJson(Object value) {
        context.console()
                .line(JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(value));
    }

    private void fail(String message) {
        if (json) {
            printJson(Map.of("ok", false, "problems", List.of(Map.of("message", message))));
        } else {
            context.console().note(message);
        }
    }

    private static Map<String, String> asMap(Problem problem) {
        Map<String, String> map = new LinkedHashMap<>();
        map.put("path", problem.path());
        map.put("value", problem.value());
        map.put("expected", problem.expected());
        map.put("source", problem.source() == null ? "" : problem.source());
        map.put("message", problem.message());
        return map;
    }
}
