package dev.olp.bench;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** One kept-alive HTTP/1.1 connection to loopback, by hand: what measures must cost little itself. */
final class PlainHttp implements AutoCloseable {
    private static final String LENGTH = "content-length:";
    private static final String CHUNKED = "transfer-encoding: chunked";
    private static final int HEXADECIMAL = 16;

    private final Socket socket;
    private final InputStream in;
    private final byte[] buffer = new byte[1 << 14];
    private byte[] line = new byte[1 << 10];
    private int next;
    private int end;
    private boolean chunked;
    /** Bytes of the body, or of its chunk. */
    private int left;

    /** @param patience for each read */
    PlainHttp(int port, Duration patience) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout((int) patience.toMillis());
        in = socket.getInputStream();
    }

    /** A POST of JSON, whole; headers end in CR LF each. */
    static byte[] post(String path, String headers, byte[] body) {
        byte[] head = ("POST " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n" + headers
                        + "Content-Length: " + body.length + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        byte[] whole = Arrays.copyOf(head, head.length + body.length);
        System.arraycopy(body, 0, whole, head.length, body.length);
        return whole;
    }

    void send(byte[] request) throws IOException {
        socket.getOutputStream().write(request);
    }

    /** Reads the head of the next answer, whose first line must begin like that. */
    void expect(String start) throws IOException {
        String first = headLine();
        if (!first.startsWith(start)) {
            throw new IOException(first + " (expected: " + start.strip() + ")");
        }
        chunked = false;
        left = 0;
        for (String header = headLine(); !header.isEmpty(); header = headLine()) {
            String lower = header.toLowerCase(Locale.ROOT);
            if (lower.startsWith(LENGTH)) {
                left = Integer.parseInt(lower.substring(LENGTH.length()).strip());
            } else if (lower.equals(CHUNKED)) {
                chunked = true;
            }
        }
        if (chunked) {
            nextChunk();
        }
    }

    /** The next line of the body, without its end; null when the body has ended. */
    @Nullable
    String bodyLine() throws IOException {
        if (left == 0) {
            return null;
        }
        int length = 0;
        while (left > 0) {
            int each = read();
            left--;
            if (left == 0 && chunked) {
                headLine();
                nextChunk();
            }
            if (each == '\n') {
                break;
            }
            if (length == line.length) {
                line = Arrays.copyOf(line, 2 * length);
            }
            line[length++] = (byte) each;
        }
        return new String(line, 0, length, StandardCharsets.UTF_8);
    }

    private void nextChunk() throws IOException {
        left = Integer.parseInt(headLine(), HEXADECIMAL);
        chunked = left > 0;
        if (!chunked) {
            headLine();
        }
    }

    private String headLine() throws IOException {
        StringBuilder read = new StringBuilder();
        for (int each = read(); each != '\n'; each = read()) {
            if (each != '\r') {
                read.append((char) each);
            }
        }
        return read.toString();
    }

    private int read() throws IOException {
        if (next == end) {
            next = 0;
            end = in.read(buffer);
            if (end < 0) {
                end = 0;
                throw new EOFException("the connection ended");
            }
        }
        return buffer[next++];
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
