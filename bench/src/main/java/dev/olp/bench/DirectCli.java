package dev.olp.bench;

import dev.olp.isolation.contract.ExitStatus;
import dev.olp.isolation.contract.HomeFile;
import dev.olp.isolation.contract.HomePaths;
import dev.olp.isolation.contract.StdinLine;
import dev.olp.provider.ChatEvent;
import dev.olp.provider.ChatRequest;
import dev.olp.provider.DialogueEnd;
import dev.olp.provider.LaunchContext;
import dev.olp.provider.LaunchPlan;
import dev.olp.provider.Probe;
import dev.olp.provider.Step;
import dev.olp.provider.UpstreamAccess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The CLI without OLP: the same argv, environment, files and dialogue, from the same adapter, on a plain
 * {@link ProcessBuilder}. What a pair differs by is OLP.
 */
final class DirectCli {
    /** As OLP gives it to its children. */
    private static final String PATH = "/usr/local/bin:/usr/bin:/bin";

    private static final int SECONDS_TO_EXIT = 10;
    private final Subject subject;
    private final Path folder;
    private final String upstream;
    private final Map<String, String> probes = new HashMap<>();
    private final String version;

    /** Runs the adapter's probes. */
    DirectCli(Subject subject, Path folder, String upstream) throws IOException, InterruptedException {
        this.subject = subject;
        this.folder = folder;
        this.upstream = upstream;
        for (Probe probe : subject.provider().probes()) {
            HomePaths paths = makeHome();
            Process process = spawn(probe.args(), subject.provider().probeEnvironment(paths), paths);
            process.getOutputStream().close();
            probes.put(probe.name(), new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
            process.waitFor();
            Folders.remove(home(paths));
        }
        version = subject.provider().parseVersion(probes.getOrDefault(Probe.VERSION, ""));
    }

    String version() {
        return version;
    }

    /** One answer. The home is made and removed, and the child's exit awaited, outside the time measured. */
    Timing run(ChatRequest request) throws IOException, InterruptedException {
        HomePaths paths = makeHome();
        LaunchContext context = new LaunchContext(
                paths,
                subject.model(),
                subject.login(),
                new UpstreamAccess(upstream, null),
                version,
                probes,
                "0123456789abcdef");
        LaunchPlan prepared = subject.provider().launch(context, request);
        for (String directory : prepared.directories()) {
            Files.createDirectories(Path.of(paths.home(), directory));
        }
        for (HomeFile file : prepared.files()) {
            Path path = Path.of(paths.home(), file.path());
            Files.createDirectories(path.resolveSibling("."));
            Files.write(path, file.content());
        }
        long started = System.nanoTime();
        Process process = spawn(subject.provider().isolation().harden(prepared.args()), prepared.env(), paths);
        try {
            return converse(prepared, process, started);
        } finally {
            if (!process.waitFor(SECONDS_TO_EXIT, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
            Folders.remove(home(paths));
        }
    }

    private Timing converse(LaunchPlan plan, Process process, long started) throws IOException, InterruptedException {
        List<Double> firstToken = new ArrayList<>();
        try (OutputStream stdin = process.getOutputStream();
                BufferedReader stdout =
                        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            Step step = plan.dialogue().opening();
            while (true) {
                if (firstToken.isEmpty() && step.events().stream().anyMatch(ChatEvent.TextDelta.class::isInstance)) {
                    firstToken.add(elapsedMs(started));
                }
                carryOut(step, stdin);
                ExitStatus exit = new ExitStatus.NotAwaited();
                String line = step.ending() == Step.Ending.NONE ? stdout.readLine() : null;
                if (line != null) {
                    step = plan.dialogue().accept(line.getBytes(StandardCharsets.UTF_8));
                    continue;
                }
                if (step.ending() == Step.Ending.NONE) {
                    exit = new ExitStatus.Exited(process.waitFor());
                }
                DialogueEnd end = plan.dialogue().end(exit, "");
                double total = elapsedMs(started);
                end(step.ending(), process);
                if (!(end instanceof DialogueEnd.Finished) || firstToken.isEmpty()) {
                    throw new IOException(subject.command() + " gave no answer: " + end);
                }
                return new Timing(firstToken.getFirst(), total);
            }
        }
    }

    private static void carryOut(Step step, OutputStream stdin) throws IOException {
        for (StdinLine line : step.writes()) {
            line.writeTo(stdin);
        }
        stdin.flush();
        if (step.closeStdin()) {
            stdin.close();
        }
    }

    private static void end(Step.Ending ending, Process process) {
        switch (ending) {
            case KILL -> process.destroyForcibly();
            case TERMINATE -> process.destroy();
            case LINGER, NONE -> {
                // it exits by itself
            }
        }
    }

    private Process spawn(List<String> args, Map<String, String> env, HomePaths paths) throws IOException {
        List<String> line = new ArrayList<>(List.of(subject.binary().toString()));
        line.addAll(args);
        ProcessBuilder builder = new ProcessBuilder(line)
                .directory(Path.of(paths.work()).toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().clear();
        builder.environment()
                .putAll(Map.of("PATH", PATH, "LANG", "C.UTF-8", "HOME", paths.home(), "TMPDIR", paths.temp()));
        builder.environment().putAll(env);
        return builder.start();
    }

    private HomePaths makeHome() throws IOException {
        Path home = Files.createTempDirectory(folder, "run-");
        for (String each : List.of("home", "tmp", "work")) {
            Files.createDirectory(home.resolve(each));
        }
        return new HomePaths(
                home.resolve("home").toString(),
                home.resolve("tmp").toString(),
                home.resolve("work").toString());
    }

    private static Path home(HomePaths paths) {
        return Path.of(paths.home()).resolveSibling(".").normalize();
    }

    private static double elapsedMs(long started) {
        return (System.nanoTime() - started) / 1e6;
    }
}
