package dev.olp.http;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** A client that says on the wire exactly what a test wants said, and understands what an HTTP client must. */
final class RawClient implements AutoCloseable {
    /** Headers by lower-case name; several values joined by comma. */
    record Reply(int status, Map<String, String> headers, byte[] body) {
        String text() {
            return new String(body, StandardCharsets.UTF_8);
        }

        String header(String name) {
            return headers.getOrDefault(name, "");
        }

        boolean closes() {
            return header("connection").equals("close");
        }
    }

    /** A reply that broke off; what came of its body. */
    static final class CutOff extends RuntimeException {
        private static final long serialVersionUID = 1L;

        CutOff(String message) {
            super(message);
        }
    }

    private final Socket socket;
    private final Socket connection;
    private final InputStream in;

    private RawClient(Socket connection, Socket socket) throws IOException {
        this.connection = connection;
        this.socket = socket;
        this.in = new java.io.BufferedInputStream(socket.getInputStream());
    }

    static RawClient connect(int port) {
        return connect(InetAddress.getLoopbackAddress(), port, 0);
    }

    /** @param receiveBuffer 0 for the system's own */
    static RawClient connect(InetAddress address, int port, int receiveBuffer) {
        try {
            Socket socket = new Socket();
            if (receiveBuffer > 0) {
                socket.setReceiveBufferSize(receiveBuffer);
            }
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(20_000);
            socket.connect(new InetSocketAddress(address, port));
            return new RawClient(socket, socket);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** The same connection, from now on through TLS. */
    RawClient through(SSLContext tls, String... protocols) {
        try {
            SSLSocket secured = (SSLSocket)
                    tls.getSocketFactory().createSocket(connection, "localhost", connection.getPort(), true);
            if (protocols.length > 0) {
                secured.setEnabledProtocols(protocols);
            }
            return new RawClient(connection, secured);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    Socket socket() {
        return socket;
    }

    /** Lines are joined by CRLF, as HTTP wants; write {@code ""} for the empty line. */
    RawClient send(String... lines) {
        return send(String.join("\r\n", lines).getBytes(StandardCharsets.UTF_8));
    }

    RawClient send(byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().flush();
            return this;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    RawClient get(String path, String... headers) {
        List<String> lines = new ArrayList<>(List.of("GET " + path + " HTTP/1.1", "Host: localhost"));
        lines.addAll(List.of(headers));
        lines.add("");
        lines.add("");
        return send(lines.toArray(String[]::new));
    }

    RawClient post(String path, byte[] body, String... headers) {
        List<String> lines = new ArrayList<>(List.of("POST " + path + " HTTP/1.1", "Host: localhost"));
        lines.addAll(List.of(headers));
        lines.add("Content-Length: " + body.length);
        lines.add("");
        lines.add("");
        return send(lines.toArray(String[]::new)).send(body);
    }

    RawClient post(String path, String body, String... headers) {
        return post(path, body.getBytes(StandardCharsets.UTF_8), headers);
    }

    /** Reads one reply with whatever framing it declares. */
    Reply reply() {
        return reply(false);
    }

    /** @param headOnly the request was a HEAD: no body follows whatever the headers say */
    Reply reply(boolean headOnly) {
        try {
            String status = line();
            Map<String, String> headers = headers();
            int code = Integer.parseInt(status.split(" ", -1)[1]);
            boolean none = headOnly || code < 200 || code == 204 || code == 304;
            return new Reply(code, headers, none ? new byte[0] : body(headers));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Only the head, for replies whose body the test reads itself. */
    Reply head() {
        return reply(true);
    }

    private byte[] body(Map<String, String> headers) throws IOException {
        if (headers.getOrDefault("transfer-encoding", "").equals("chunked")) {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            for (byte[] chunk = chunk(); chunk.length > 0; chunk = chunk()) {
                all.writeBytes(chunk);
            }
            return all.toByteArray();
        }
        String length = headers.get("content-length");
        return length == null ? in.readAllBytes() : exactly(Integer.parseInt(length));
    }

    /** One chunk of a chunked body; empty for the last. */
    byte[] chunk() throws IOException {
        String size = line();
        byte[] data = exactly(Integer.parseInt(size, 16));
        String end = line();
        if (!end.isEmpty()) {
            throw new IOException("chunk not ended: " + end);
        }
        return data;
    }

    private byte[] exactly(int count) throws IOException {
        byte[] bytes = in.readNBytes(count);
        if (bytes.length < count) {
            throw new CutOff(new String(bytes, StandardCharsets.UTF_8));
        }
        return bytes;
    }

    private Map<String, String> headers() throws IOException {
        Map<String, String> headers = new TreeMap<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            headers.merge(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip(),
                    (one, two) -> one + ", " + two);
        }
        return headers;
    }

    private String line() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        while (true) {
            int next = in.read();
            if (next < 0) {
                if (bytes.size() == 0) {
                    throw new EOFException("closed");
                }
                throw new CutOff(bytes.toString(StandardCharsets.UTF_8));
            }
            if (next == '\n') {
                return bytes.toString(StandardCharsets.ISO_8859_1).replace("\r", "");
            }
            bytes.write(next);
        }
    }

    /** What comes until the server ends the connection in order. */
    String readToEnd() throws IOException {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }

    /** Whether the server has closed its side, with nothing more to read. Waits for one or the other. */
    boolean closed() {
        try {
            return in.read() < 0;
        } catch (IOException reset) {
            return true;
        }
    }

    /** Ends our sending side only. */
    void halfClose() {
        try {
            socket.shutdownOutput();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Ends the connection in the middle of whatever it was about. */
    void vanish() {
        try {
            connection.close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Vanishes with a reset. */
    void reset() {
        try {
            connection.setSoLinger(true, 0);
            connection.close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
