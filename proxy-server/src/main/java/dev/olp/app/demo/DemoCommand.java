package dev.olp.app.demo;

import dev.olp.app.command.CommandContext;
import dev.olp.app.command.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;

/** {@code olp demo}. The launcher has set up what was missing, and hands over the CLI in hidden options. */
@Command(
        name = "demo",
        description = "Sends one request through everything: a throw-away home, a fake upstream, the real CLI.",
        mixinStandardHelpOptions = true,
        exitCodeOnInvalidInput = ExitCode.USAGE,
        exitCodeOnExecutionException = ExitCode.FAILURE)
public final class DemoCommand implements Callable<Integer> {
    private static final int TOKEN_BYTES = 24;
    private final CommandContext context;
    private final ServerStart start;
    /** Of the throw-away server, and unguessable: other users of the machine reach its port. */
    private final String ownerToken;

    private final JsonMapper json = JsonMapper.builder().build();

    @Option(names = "--once", description = "End after the request instead of staying up.")
    private boolean once;

    @Option(names = "--json", description = "Print one JSON object instead of text.")
    private boolean asJson;

    @Option(names = "--cli", hidden = true)
    private @Nullable Path cli;

    @Option(names = "--cli-origin", hidden = true, defaultValue = "as told by --cli")
    private String origin = "";

    @Option(names = "--stand-in", hidden = true)
    private boolean standIn;

    /**
     * Makes the command.
     *
     * @param start starts OLP itself
     */
    public DemoCommand(CommandContext context, ServerStart start) {
        this.context = context;
        this.start = start;
        byte[] token = new byte[TOKEN_BYTES];
        context.random().nextBytes(token);
        this.ownerToken = "olp-demo-" + HexFormat.of().formatHex(token);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (cli == null) {
            context.console().note("demo: run it as ./olp demo, which finds or fetches the CLI");
            return ExitCode.USAGE;
        }
        DemoCli chosen = new DemoCli(cli.toAbsolutePath(), origin, standIn);
        try (DemoSession session = DemoSession.open(start, chosen, context.environment(), ownerToken, json)) {
            stopOnSignal(session);
            boolean good = run(session, chosen);
            if (!once) {
                waitForSignal();
            }
            return good ? ExitCode.OK : ExitCode.FAILURE;
        } catch (DemoException e) {
            context.console().note("demo: " + e.getMessage());
            return ExitCode.FAILURE;
        }
    }

    private boolean run(DemoSession session, DemoCli chosen) throws IOException, InterruptedException {
        DemoClient client = new DemoClient(json, System::nanoTime);
        String curl =
                "curl -N %s/chat/completions -H 'Authorization: Bearer %s' -H 'Content-Type: application/json' -d '%s'"
                        .formatted(session.endpoint(), ownerToken, client.body());
        String isolation = session.isolation();
        if (!asJson) {
            context.console().line("cli       " + chosen.binary() + " (" + chosen.origin() + ")");
            context.console().line("upstream  " + session.upstreamUrl() + " (a fake on loopback: no account, no cost)");
            context.console()
                    .line("server    " + session.endpoint() + " (home: "
                            + session.home().folder() + ", removed at the end)");
            context.console().line("isolation " + isolation);
            context.console().line("request   " + DemoClient.PROMPT);
            show("answer    ");
        }
        DemoAnswer answer = client.ask(session.endpoint(), ownerToken, asJson ? ignored -> {} : this::show);
        DemoReport report = new DemoReport(
                chosen, session, answer, session.audited(answer.requestId()).orElse(null));
        if (asJson) {
            context.console().line(report.asJson(json, curl));
        } else {
            context.console()
                    .line(
                            answer.error() == null
                                    ? ""
                                    : "failed with status " + answer.status() + ": " + answer.error());
            context.console().line(report.asText(json));
            if (!once) {
                context.console().line("The server stays up until Ctrl-C. Try it:\n" + curl);
            }
        }
        return report.good();
    }

    private void show(String delta) {
        context.console().out().print(delta);
        context.console().out().flush();
    }

    private static void stopOnSignal(DemoSession session) {
        Thread stop = Thread.ofPlatform().name("demo-stop").unstarted(() -> {
            try {
                session.close();
            } catch (IOException e) {
                // the launcher's next start sweeps what is left
            }
        });
        Runtime.getRuntime().addShutdownHook(stop);
    }

    /** Never returns: the JVM's end comes by a signal, through the hook. */
    private static void waitForSignal() throws InterruptedException {
        new CountDownLatch(1).await();
    }
}
