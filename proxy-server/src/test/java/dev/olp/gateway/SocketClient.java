package dev.olp.gateway;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A child that says on the run's socket exactly what a test wants said. */
public final class SocketClient implements AutoCloseable {
    private final SocketChannel channel;
    private final InputStream in;

    private SocketClient(SocketChannel channel) {
        this.channel = channel;
        this.in = new BufferedInputStream(Channels.newInputStream(channel));
    }

    public static SocketClient connect(Path socket) throws IOException {
        return new SocketClient(SocketChannel.open(UnixDomainSocketAddress.of(socket)));
    }

    /** @param lines headers, each without its line end */
    public static String head(String requestLine, String... lines) {
        return requestLine + "\r\nHost: up.invalid\r\n"
                + String.join(
                        "", java.util.Arrays.stream(lines).map(l -> l + "\r\n").toList()) + "\r\n";
    }

    public SocketClient send(String text) throws IOException {
        return send(text.getBytes(StandardCharsets.UTF_8));
    }

    public SocketClient send(byte[] bytes) throws IOException {
        ByteBuffer left = ByteBuffer.wrap(bytes);
        while (left.hasRemaining()) {
            channel.write(left);
        }
        return this;
    }

    public Head readHead() throws IOException {
        String[] first = line().split(" ", 3);
        Map<String, String> headers = new TreeMap<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        return new Head(Integer.parseInt(first[1]), headers);
    }

    /** The next chunk; empty for the last one. {@link EOFException} for a body that breaks off. */
    byte[] readChunk() throws IOException {
        byte[] chunk = exactly(Integer.parseInt(line(), 16));
        line();
        return chunk;
    }

    public byte[] readBody(Head head) throws IOException {
        String length = head.header("content-length");
        if (!length.isEmpty()) {
            return exactly(Integer.parseInt(length));
        }
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (byte[] chunk = readChunk(); chunk.length > 0; chunk = readChunk()) {
            body.writeBytes(chunk);
        }
        return body.toByteArray();
    }

    public byte[] exactly(int count) throws IOException {
        byte[] bytes = in.readNBytes(count);
        if (bytes.length < count) {
            throw new EOFException("cut off");
        }
        return bytes;
    }

    public boolean atEnd() throws IOException {
        return in.read() < 0;
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("cut off");
            }
            line.write(c);
        }
        return line.toString(StandardCharsets.ISO_8859_1).stripTrailing();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    /** Headers by lower-case name. */
    public record Head(int status, Map<String, String> headers) {
        public String header(String name) {
            return headers.getOrDefault(name, "");
        }
    }
}
