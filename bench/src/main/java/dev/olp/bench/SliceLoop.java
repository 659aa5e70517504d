package dev.olp.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** CPU time of this process for requests of several kinds, which take turns by slices of time: the other end of {@link Slices}. */
final class SliceLoop {
    private static final Duration SLICE = Duration.ofMillis(500);
    /** In a round of all kinds. */
    private static final long QUIET_COMPILER_MS = 30;

    private final OperatingSystemMXBean process;
    private final NullServer server;
    private final List<String> tokens;
    private final DirectChat chat = new DirectChat();

    private SliceLoop(OperatingSystemMXBean process, NullServer server) {
        this.process = process;
        this.server = server;
        this.tokens = server.makeKeys();
    }

    /** One request, with a key's token. */
    @FunctionalInterface
    interface Asking {
        void ask(String token) throws Exception;
    }

    /** @param atOnce threads that ask */
    record Kind(String name, int atOnce, Asking asking) {}

    /** What is measured when so many ask at once. */
    @FunctionalInterface
    interface Kinds {
        List<Kind> of(NullServer server, DirectChat chat, int atOnce);
    }

    /** {@code FOLDER MOST-WARM-UPS ROUNDS AT-ONCE...}: prints a line {@code MICROSECONDS<tab>NAME} for each slice. */
    static void run(String[] arguments, Kinds kinds) throws IOException, InterruptedException, ExecutionException {
        if (!(ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean process)) {
            throw new IllegalStateException("this JVM does not tell its CPU time");
        }
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        try (NullServer server = new NullServer(Files.createDirectories(Path.of(arguments[0])))) {
            SliceLoop loop = new SliceLoop(process, server);
            for (String atOnce : List.of(arguments).subList(3, arguments.length)) {
                List<Kind> all = kinds.of(server, loop.chat, Integer.parseInt(atOnce));
                loop.warmUp(all, Integer.parseInt(arguments[1]));
                for (int round = 0; round < Integer.parseInt(arguments[2]); round++) {
                    // the other way every other time, so that nobody always comes after the same one
                    loop.round(round % 2 == 0 ? all : all.reversed())
                            .forEach((name, micros) -> out.println(micros + "\t" + name));
                }
            }
        }
    }

    /** Until the compiler has little left to do: its own CPU time would be the requests'. */
    private void warmUp(List<Kind> kinds, int mostRounds) throws InterruptedException, ExecutionException {
        CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
        long before;
        int rounds = 0;
        do {
            before = compiler.getTotalCompilationTime();
            var _ = round(kinds);
            rounds++;
        } while (rounds < mostRounds && compiler.getTotalCompilationTime() - before > QUIET_COMPILER_MS);
    }

    private Map<String, Double> round(List<Kind> kinds) throws InterruptedException, ExecutionException {
        Map<String, Double> micros = new LinkedHashMap<>();
        for (Kind kind : kinds) {
            micros.put(kind.name, slice(kind));
        }
        return micros;
    }

    private double slice(Kind kind) throws InterruptedException, ExecutionException {
        long before = process.getProcessCpuTime();
        long end = System.nanoTime() + SLICE.toNanos();
        long answers = 0;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Long>> counts = new ArrayList<>();
            for (int i = 0; i < kind.atOnce; i++) {
                int first = i;
                counts.add(threads.submit(() -> answers(kind.asking, first, end)));
            }
            for (Future<Long> count : counts) {
                answers += count.get();
            }
        }
        server.audit().flush();
        return (process.getProcessCpuTime() - before) / 1e3 / answers;
    }

    private long answers(Asking asking, int first, long end) throws Exception {
        long count = 0;
        while (System.nanoTime() - end < 0) {
            asking.ask(tokens.get((int) ((first + count) % tokens.size())));
            count++;
        }
        return count;
    }
}
