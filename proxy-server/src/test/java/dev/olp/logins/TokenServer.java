package dev.olp.logins;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A token endpoint on loopback that answers as it is told. */
final class TokenServer implements AutoCloseable {
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer server;
    private final List<JsonNode> asked = new CopyOnWriteArrayList<>();
    private final List<Exception> failures = new CopyOnWriteArrayList<>();
    private volatile Answering answering = (exchange, count) -> reply(exchange, 500, "");

    TokenServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    /** What is done with one request. */
    @FunctionalInterface
    interface Answering {
        /** @param count from 1 */
        void answer(HttpExchange exchange, int count) throws Exception;
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/oauth/token";
    }

    void answers(Answering next) {
        answering = next;
    }

    void answers(int status, String body) {
        answering = (exchange, count) -> reply(exchange, status, body);
    }

    /** The bodies so far. */
    List<JsonNode> asked() {
        return asked;
    }

    static void reply(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Location", "http://127.0.0.1:1/");
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            asked.add(JsonMapper.shared().readTree(exchange.getRequestBody().readAllBytes()));
            answering.answer(exchange, asked.size());
        } catch (IOException gone) {
            if (gone instanceof FileSystemException) {
                failures.add(gone);
            }
            throw gone;
        } catch (Exception e) {
            failures.add(e);
            throw new IOException(e);
        }
    }

    /** An answer that failed for another reason than a client that left fails its test. */
    @Override
    public void close() {
        List<Exception> failed = List.copyOf(failures);
        server.stop(0);
        threads.shutdownNow();
        assertThat(failed).isEmpty();
    }
}
