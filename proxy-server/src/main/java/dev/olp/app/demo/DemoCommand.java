package dev.olp.app.demo;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;

/** {@code olp demo}. The launcher has set up what was missing, and hands over the CLI in hidden options. */
@Command(
        name = "demo",
        description = "Sends one request through everything: a throw-away home, a fake upstream, the real CLI.")
public final class DemoCommand implements Callable<Integer> {
    private final Map<String, String> environment;
    private final PrintWriter out;
    private final PrintWriter errors;
    private final ServerStart start;
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
     * @param environment the process's own
     * @param start starts OLP itself
     * @param ownerToken the throw-away server's, unguessable: other users of the machine reach its port
     */
    public DemoCommand(
            Map<String, String> environment,
            PrintWriter out,
            PrintWriter errors,
            ServerStart start,
            String ownerToken) {
        this.environment = environment;
        this.out = out;
        this.errors = errors;
        this.start = start;
        this.ownerToken = ownerToken;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (cli == null) {
            tell(errors, "demo: run it as ./olp demo, which finds or fetches the CLI");
            return 1;
        }
        DemoCli chosen = new DemoCli(cli.toAbsolutePath(), origin, standIn);
        try (DemoSession session = DemoSession.open(start, chosen, environment, ownerToken, json)) {
            stopOnSignal(session);
            boolean good = run(session, chosen);
            if (!once) {
                waitForSignal();
            }
            return good ? 0 : 2;
        } catch (DemoException e) {
            tell(errors, "demo: " + e.getMessage());
            return 2;
        }
    }

    private boolean run(DemoSession session, DemoCli chosen) throws IOException, InterruptedException {
        DemoClient client = new DemoClient(json, System::nanoTime);
        String curl =
                "curl -N %s/chat/completions -H 'Authorization: Bearer %s' -H 'Content-Type: application/json' -d '%s'"
                        .formatted(session.endpoint(), ownerToken, client.body());
        if (!asJson) {
            tell(out, "cli       " + chosen.binary() + " (" + chosen.origin() + ")");
            tell(out, "upstream  " + session.upstreamUrl() + " (a fake on loopback: no account, no cost)");
            tell(
                    out,
                    "server    " + session.endpoint() + " (home: "
                            + session.home().folder() + ", removed at the end)");
            tell(out, "request   " + DemoClient.PROMPT);
            out.print("answer    ");
            out.flush();
        }
        DemoAnswer answer = client.ask(session.endpoint(), ownerToken, asJson ? ignored -> {} : this::show);
        DemoReport report = new DemoReport(
                chosen, session, answer, session.audited(answer.requestId()).orElse(null));
        if (asJson) {
            tell(out, report.asJson(json, curl));
        } else {
            tell(out, answer.error() == null ? "" : "failed with status " + answer.status() + ": " + answer.error());
            tell(out, report.asText(json));
            if (!once) {
                tell(out, "The server stays up until Ctrl-C. Try it:\n" + curl);
            }
        }
        return report.good();
    }

    private void show(String delta) {
        out.print(delta);
        out.flush();
    }

    private static void tell(PrintWriter where, String line) {
        where.println(line);
        where.flush();
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
