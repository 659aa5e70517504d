package dev.olp.bench;

import java.io.BufferedInputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.Socket;
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
 * not the server's. Reads {@code Content-Length} bodies only.
 */
final class Load {
    static final int CONNECTIONS = 8;
    private static final int READ_TIMEOUT_MS = 10_000;
    private static final String LENGTH = "content-length:";

    private Load() {}

    /** {@code PORT PATH STATUS SECONDS [TOKEN]}: prints how many answers of that status came. */
    public static void main(String[] arguments) throws InterruptedException, ExecutionException {
        int port = Integer.parseInt(arguments[0]);
        Duration time = Duration.ofSeconds(Long.parseLong(arguments[3]));
        String token = arguments.length > 4 ? "Authorization: Bearer " + arguments[4] + "\r\n" : "";
        byte[] request = ("GET " + arguments[1] + " HTTP/1.1\r\nHost: 127.0.0.1\r\n" + token + "\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        print(answers(port, Collections.nCopies(CONNECTIONS, request), arguments[2], time));
    }

    /** Sends each request on a connection of its own, again and again; returns how many answers of that status came. */
    static long answers(int port, List<byte[]> requests, String status, Duration time)
            throws InterruptedException, ExecutionException {
        String start = "HTTP/1.1 " + status + " ";
        long answers = 0;
        try (ExecutorService threads = Executors.newFixedThreadPool(requests.size())) {
            List<Future<Long>> counts = new ArrayList<>();
            for (byte[] request : requests) {
                counts.add(threads.submit(() -> answers(port, request, start, time)));
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

    private static long answers(int port, byte[] request, String status, Duration time) throws IOException {
        long end = System.nanoTime() + time.toNanos();
        long count = 0;
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(READ_TIMEOUT_MS);
            OutputStream out = socket.getOutputStream();
            InputStream in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
            while (System.nanoTime() - end < 0) {
                out.write(request);
                readAnswer(in, status);
                count++;
            }
        }
        return count;
    }

    private static void readAnswer(InputStream in, String status) throws IOException {
        String first = readLine(in);
        if (!first.startsWith(status)) {
            throw new IOException(first + " (expected: " + status.strip() + ")");
        }
        int length = 0;
        for (String line = readLine(in); !line.isEmpty(); line = readLine(in)) {
            if (line.regionMatches(true, 0, LENGTH, 0, LENGTH.length())) {
                length = Integer.parseInt(line.substring(LENGTH.length()).strip());
            }
        }
        in.skipNBytes(length);
    }

    private static String readLine(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int each = in.read(); each != '\n'; each = in.read()) {
            if (each < 0) {
                throw new IOException("the connection ended");
            }
            if (each != '\r') {
                line.append((char) each);
            }
        }
        return line.toString();
    }
}
