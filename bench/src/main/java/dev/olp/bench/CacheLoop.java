package dev.olp.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.olp.http.RequestHandler;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** CPU time of requests that are answered from the cache or not, in a process of its own with the server's JVM flags. */
final class CacheLoop {
    static final String ITSELF = "itself";
    static final String HIT = "hit";
    static final String RUN = "run";
    static final String ALONE = "alone";
    private static final Duration SLICE = Duration.ofMillis(500);
    /** In a round of all slices. */
    private static final long QUIET_COMPILER_MS = 30;

    private final OperatingSystemMXBean process;
    private final NullServer server;
    private final int atOnce;
    private final List<String> tokens;
    private final Map<String, Asking> askings = new LinkedHashMap<>();

    private CacheLoop(OperatingSystemMXBean process, NullServer server, int atOnce) {
        this.process = process;
        this.server = server;
        this.atOnce = atOnce;
        this.tokens = server.makeKeys();
        RequestHandler cached = server.handler(Governed.ALL, true);
        RequestHandler plain = server.handler(Governed.ALL, false);
        DirectChat repeatable = new DirectChat(DirectChat.REPEATABLE);
        DirectChat sampled = new DirectChat(DirectChat.BODY);
        CacheItself itself = new CacheItself();
        askings.put(ITSELF, token -> itself.ask());
        askings.put(HIT, token -> repeatable.send(cached, token));
        askings.put(RUN, token -> sampled.send(cached, token));
        askings.put(ALONE, token -> sampled.send(plain, token));
    }

    /** One request. */
    @FunctionalInterface
    private interface Asking {
        void ask(String token) throws Exception;
    }

    /** {@code FOLDER MOST-WARM-UPS ROUNDS AT-ONCE}: a line {@code MICROSECONDS<tab>NAME} for each slice. */
    public static void main(String[] arguments) throws Exception {
        if (!(ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean process)) {
            throw new IllegalStateException("this JVM does not tell its CPU time");
        }
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        try (NullServer server = new NullServer(Files.createDirectories(Path.of(arguments[0])))) {
            CacheLoop loop = new CacheLoop(process, server, Integer.parseInt(arguments[3]));
            loop.warmUp(Integer.parseInt(arguments[1]));
            for (int round = 0; round < Integer.parseInt(arguments[2]); round++) {
                loop.round(round % 2 == 0).forEach((name, micros) -> out.println(micros + "\t" + name));
            }
        }
    }

    /** Until the compiler has little left to do: its own CPU time would be the requests'. */
    private void warmUp(int mostRounds) throws Exception {
        CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
        long before;
        int rounds = 0;
        do {
            before = compiler.getTotalCompilationTime();
            round(true);
            rounds++;
        } while (rounds < mostRounds && compiler.getTotalCompilationTime() - before > QUIET_COMPILER_MS);
    }

    private Map<String, Double> round(boolean forwards) throws Exception {
        List<String> order = new ArrayList<>(askings.keySet());
        Map<String, Double> micros = new LinkedHashMap<>();
        for (String name : forwards ? order : order.reversed()) {
            micros.put(name, slice(name.equals(ITSELF) ? 1 : atOnce, askings.getOrDefault(name, token -> {})));
        }
        return micros;
    }

    private double slice(int threadCount, Asking asking) throws Exception {
        long before = process.getProcessCpuTime();
        long end = System.nanoTime() + SLICE.toNanos();
        long answers = 0;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Long>> counts = new ArrayList<>();
            for (int i = 0; i < threadCount; i++) {
                int first = i;
                counts.add(threads.submit(() -> {
                    long count = 0;
                    while (System.nanoTime() - end < 0) {
                        asking.ask(tokens.get((int) ((first + count) % tokens.size())));
                        count++;
                    }
                    return count;
                }));
            }
            for (Future<Long> count : counts) {
                answers += count.get();
            }
        }
        server.audit().flush();
        return (process.getProcessCpuTime() - before) / 1e3 / answers;
    }
}
