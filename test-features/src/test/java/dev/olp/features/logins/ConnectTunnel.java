package dev.olp.features.logins;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A proxy on loopback that leads every CONNECT, to whatever host, to one local port. Nothing leaves the machine. */
final class ConnectTunnel implements AutoCloseable {
    private static final int BACKLOG = 64;

    private final ServerSocket listener;
    private final int target;
    private final Queue<Socket> open = new ConcurrentLinkedQueue<>();

    private ConnectTunnel(ServerSocket listener, int target) {
        this.listener = listener;
        this.target = target;
    }

    static ConnectTunnel to(int target) throws IOException {
        ConnectTunnel tunnel =
                new ConnectTunnel(new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress()), target);
        Thread.ofVirtual().start(tunnel::accept);
        return tunnel;
    }

    String url() {
        return "http://127.0.0.1:" + listener.getLocalPort();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                open.add(client);
                Thread.ofVirtual().start(() -> serve(client));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket client) {
        try (client;
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target)) {
            open.add(server);
            if (!head(client.getInputStream()).startsWith("CONNECT ")) {
                return;
            }
            client.getOutputStream().write("HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            Thread back = Thread.ofVirtual().start(() -> pump(server, client));
            pump(client, server);
            back.join();
        } catch (IOException | InterruptedException gone) {
            // the CLI left
        }
    }

    private static String head(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                return "";
            }
            head.append((char) next);
        }
        return head.toString();
    }

    private static void pump(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
            to.shutdownOutput();
        } catch (IOException gone) {
            // the other direction ends with it
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : open) {
            socket.close();
        }
    }
}
