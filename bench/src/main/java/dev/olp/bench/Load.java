package dev.olp.bench;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A load of one request at a time on each of a few kept-alive connections, in a process of its own so that its CPU time is
 * not the server's.
 */
final class Load {
    static final int CONNECTIONS = 8;
    private static final Duration READ_TIMEOUT = Duration.ofSeconds(30);

    private Load() {}

    /** {@code PORT PATH STATUS SECONDS [TOKEN]}: prints how many answers of that status came. */
    public static void main(String[] arguments) throws InterruptedException, ExecutionException {
        int port = Integer.parseInt(arguments[0]);
        Duration time = Duration.ofSeconds(Long.parseLong(arguments[3]));
        String token = arguments.length > 4 ? "Authorization: Bearer " + arguments[4] + "\r\n" : "";
        byte[] request = ("GET " + arguments[1] + " HTTP/1.1\r\nHost: 127.0.0.1\r\n" + token + "\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        print(answers(port, Collections.nCopies(CONNECTIONS, request), arguments[2], "", time));
    }

    /**
     * Sends each request on a connection of its own, again and again; returns how many answers of that status came.
     *
     * @param mark what each answer must have in a line of its body; may be empty
     */
    static long answers(int port, List<byte[]> requests, String status, String mark, Duration time)
            throws InterruptedException, ExecutionException {
        String start = "HTTP/1.1 " + status + " ";
        long answers = 0;
        try (ExecutorService threads = Executors.newFixedThreadPool(requests.size())) {
            List<Future<Long>> counts = new ArrayList<>();
            for (byte[] request : requests) {
                counts.add(threads.submit(() -> answers(port, request, start, mark, time)));
            }
            for (Future<Long> count : counts) {
                answers += count.get();
            }
        }
        return answers;
    }

    static void print(long answers) {
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8).println(answers);
    }

    private static long answers(int port, byte[] request, String status, String mark, Duration time)
            throws IOException {
        long end = System.nanoTime() + time.toNanos();
        long count = 0;
        try (PlainHttp http = new PlainHttp(port, READ_TIMEOUT)) {
            while (System.nanoTime() - end < 0) {
                http.send(request);
                http.expect(status);
                boolean marked = mark.isEmpty();
                for (String line = http.bodyLine(); line != null; line = http.bodyLine()) {
                    marked |= line.contains(mark);
                }
                if (!marked) {
                    throw new IOException("an answer without " + mark);
                }
                count++;
            }
        }
        return count;
    }
}
