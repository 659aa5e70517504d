package dev.olp.features.support;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** One connection to the server, on which a test writes exactly the bytes it wants and may leave whenever it wants. */
public final class RawHttp implements AutoCloseable {
    private static final int TIMEOUT_MS = 120_000;
    private final Socket socket;
    private final InputStream in;
    private final ResponseReader reader;
    private boolean head;

    private RawHttp(Socket socket) throws IOException {
        this.socket = socket;
        socket.setSoTimeout(TIMEOUT_MS);
        socket.setTcpNoDelay(true);
        in = new BufferedInputStream(socket.getInputStream());
        reader = new ResponseReader(in);
    }

    public static RawHttp connect(int port) throws IOException {
        return connect(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port);
    }

    public static RawHttp connect(InetAddress address, int port) throws IOException {
        return new RawHttp(new Socket(address, port));
    }

    /** With a small receive buffer, for a slow reader. */
    public static RawHttp connectWithReceiveBuffer(int port, int bytes) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(bytes);
        socket.connect(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port));
        return new RawHttp(socket);
    }

    /** Through TLS, with the first bytes sent. */
    static RawHttp connect(int port, SSLContext tls) throws IOException {
        SSLSocket secured = (SSLSocket) tls.getSocketFactory().createSocket("127.0.0.1", port);
        SSLParameters checking = secured.getSSLParameters();
        checking.setEndpointIdentificationAlgorithm("HTTPS");
        secured.setSSLParameters(checking);
        return new RawHttp(secured);
    }

    /** Writes UTF-8 and flushes. */
    public RawHttp send(String text) throws IOException {
        head = text.startsWith("HEAD ");
        return send(text.getBytes(StandardCharsets.UTF_8));
    }

    public RawHttp send(byte[] bytes) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(bytes);
        out.flush();
        return this;
    }

    /** A POST with its length, whole. */
    public RawHttp post(String path, String token, byte[] body, String... headers) throws IOException {
        return send(postHead(path, token, body.length, headers)).send(body);
    }

    /** A chat with the owner's token, of which nothing is read yet. */
    public RawHttp chat(String body) throws IOException {
        return post("/v1/chat/completions", OlpServer.OWNER_TOKEN, body.getBytes(StandardCharsets.UTF_8));
    }

    /** The head of a POST, for tests that write the body in their own way. */
    public static String postHead(String path, String token, long length, String... headers) {
        StringBuilder head = new StringBuilder("POST " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                + "Content-Type: application/json\r\nContent-Length: " + length + "\r\n");
        if (!token.isEmpty()) {
            head.append("Authorization: Bearer ").append(token).append("\r\n");
        }
        for (String header : headers) {
            head.append(header).append("\r\n");
        }
        return head.append("\r\n").toString();
    }

    /** Reads one response whole. */
    public Reply reply() throws IOException {
        Reply start = head();
        return new Reply(start.status(), start.headers(), body(start).readAllBytes());
    }

    /** Reads the status line and the headers only. */
    public Reply head() throws IOException {
        return reader.head();
    }

    /** The body after {@link #head}. */
    public InputStream body(Reply start) {
        return reader.body(start, head);
    }

    /** The server-sent events after {@link #head}. */
    public SseReader events(Reply start) {
        return new SseReader(body(start));
    }

    /** Whether the server closed the connection, in order or by a reset; waits for it. */
    public boolean isClosedByServer() throws IOException {
        try {
            return in.read() < 0;
        } catch (SocketTimeoutException stillOpen) {
            return false;
        } catch (IOException reset) {
            return true;
        }
    }

    /** Ends our half: the server reads an end of file. */
    public void shutdownOutput() throws IOException {
        socket.shutdownOutput();
    }

    /** Leaves with a reset. */
    public void abort() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
