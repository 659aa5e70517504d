package dev.olp.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.olp.http.RequestHandler;
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
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** CPU time of a request with each part of governance, in a process of its own with the server's JVM flags. */
final class GovernanceLoop {
    private static final Duration SLICE = Duration.ofMillis(500);
    /** In a round of all slices. */
    private static final long QUIET_COMPILER_MS = 30;

    private final OperatingSystemMXBean process;
    private final NullServer server;
    private final List<String> tokens;
    private final DirectChat chat = new DirectChat(DirectChat.BODY);
    private final Map<Governed, RequestHandler> handlers = new LinkedHashMap<>();

    private GovernanceLoop(OperatingSystemMXBean process, NullServer server) {
        this.process = process;
        this.server = server;
        this.tokens = server.makeKeys();
        Governed.each().forEach(governed -> handlers.put(governed, server.handler(governed)));
    }

    /** {@code FOLDER MOST-WARM-UPS ROUNDS AT-ONCE...}: a line {@code AT-ONCE<tab>MICROSECONDS<tab>NAME} for each slice. */
    public static void main(String[] arguments) throws IOException, InterruptedException, ExecutionException {
        if (!(ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean process)) {
            throw new IllegalStateException("this JVM does not tell its CPU time");
        }
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        try (NullServer server = new NullServer(Files.createDirectories(Path.of(arguments[0])))) {
            GovernanceLoop loop = new GovernanceLoop(process, server);
            for (String atOnce : List.of(arguments).subList(3, arguments.length)) {
                loop.warmUp(Integer.parseInt(arguments[1]), Integer.parseInt(atOnce));
                loop.rounds(Integer.parseInt(arguments[2]), Integer.parseInt(atOnce), out);
            }
        }
    }

    /** Until the compiler has little left to do: its own CPU time would be the requests'. */
    private void warmUp(int mostRounds, int atOnce) throws InterruptedException, ExecutionException {
        CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
        long before;
        int rounds = 0;
        do {
            before = compiler.getTotalCompilationTime();
            rounds(1, atOnce, null);
            rounds++;
        } while (rounds < mostRounds && compiler.getTotalCompilationTime() - before > QUIET_COMPILER_MS);
    }

    /** Every other round goes the other way, so that nobody always comes after the same one. */
    private void rounds(int count, int atOnce, @Nullable PrintStream out)
            throws InterruptedException, ExecutionException {
        for (int round = 0; round < count; round++) {
            List<Governed> order = new ArrayList<>(handlers.keySet());
            for (Governed governed : round % 2 == 0 ? order : order.reversed()) {
                double micros = slice(governed, atOnce);
                if (out != null) {
                    out.println(atOnce + "\t" + micros + "\t" + governed.name());
                }
            }
        }
    }

    private double slice(Governed governed, int atOnce) throws InterruptedException, ExecutionException {
        RequestHandler handler = Objects.requireNonNull(handlers.get(governed));
        long before = process.getProcessCpuTime();
        long end = System.nanoTime() + SLICE.toNanos();
        long answers = 0;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Long>> counts = new ArrayList<>();
            for (int i = 0; i < atOnce; i++) {
                int first = i;
                counts.add(threads.submit(() -> answers(governed, handler, first, end)));
            }
            for (Future<Long> count : counts) {
                answers += count.get();
            }
        }
        server.audit().flush();
        return (process.getProcessCpuTime() - before) / 1e3 / answers;
    }

    private long answers(Governed governed, RequestHandler handler, int first, long end) throws Exception {
        long count = 0;
        while (System.nanoTime() - end < 0) {
            String token = governed.keys() ? tokens.get((int) ((first + count) % tokens.size())) : "";
            chat.send(handler, token);
            count++;
        }
        return count;
    }
}
