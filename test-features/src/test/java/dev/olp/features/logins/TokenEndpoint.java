package dev.olp.features.logins;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Both vendors' token endpoints on loopback: claude's behind a proxy and a certificate of its own, codex's in plain HTTP.
 * A refresh token is good once: {@code refresh-0}, then {@code refresh-1}, and so on, of each provider.
 */
final class TokenEndpoint implements AutoCloseable {
    private static final char[] PASSWORD = "of-a-test".toCharArray();
    private static final long LIFE_SECONDS = 28_800;

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Asked> asked = new CopyOnWriteArrayList<>();
    private final AtomicInteger granted = new AtomicInteger();
    private final Path folder;
    private final HttpServer plain;
    private final HttpsServer secured;
    private final ConnectTunnel tunnel;
    private volatile boolean dead;
    private volatile CountDownLatch answers = new CountDownLatch(0);

    /**
     * One renewal that was asked for.
     *
     * @param agent who says that he asks
     */
    record Asked(String agent, JsonNode body) {}

    private TokenEndpoint(Path folder, HttpServer plain, HttpsServer secured, ConnectTunnel tunnel) {
        this.folder = folder;
        this.plain = plain;
        this.secured = secured;
        this.tunnel = tunnel;
    }

    /** Unchecked, so that a test class can start it before its server. */
    static TokenEndpoint start() {
        try {
            return begin();
        } catch (IOException | GeneralSecurityException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static TokenEndpoint begin() throws IOException, GeneralSecurityException, InterruptedException {
        Path folder = Files.createTempDirectory("token-endpoint-");
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        HttpsServer secured = HttpsServer.create(any, 0);
        secured.setHttpsConfigurator(new HttpsConfigurator(certified(folder)));
        HttpServer plain = HttpServer.create(any, 0);
        TokenEndpoint endpoint = new TokenEndpoint(
                folder, plain, secured, ConnectTunnel.to(secured.getAddress().getPort()));
        for (HttpServer server : new HttpServer[] {plain, secured}) {
            server.createContext("/", endpoint::answer);
            server.setExecutor(endpoint.threads);
            server.start();
        }
        return endpoint;
    }

    /** For codex. */
    String url() {
        return "http://127.0.0.1:" + plain.getAddress().getPort() + "/oauth/token";
    }

    /** For claude. */
    String proxy() {
        return tunnel.url();
    }

    /** PEM, for claude. */
    Path certificate() {
        return folder.resolve("root.pem");
    }

    /** From now on every renewal is refused, as after a log-out, or none. */
    void die(boolean now) {
        dead = now;
    }

    /** Keeps the answers back until the latch is at 0. */
    void answerAfter(CountDownLatch latch) {
        answers = latch;
    }

    /** {@code refresh-0} is good again, and nothing was asked. */
    void reset() {
        dead = false;
        answers = new CountDownLatch(0);
        asked.clear();
        granted.set(0);
    }

    /** How often a renewal was asked for. */
    int asked() {
        return asked.size();
    }

    /** Each of them, in order. */
    List<Asked> requests() {
        return List.copyOf(asked);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            boolean renewal = exchange.getRequestURI().getPath().endsWith("/oauth/token");
            String reply = renewal
                    ? renew(new Asked(
                            String.valueOf(exchange.getRequestHeaders().getFirst("User-Agent")),
                            JsonMapper.shared().readTree(body)))
                    : "{}";
            byte[] bytes = reply.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(reply.contains("\"error\"") ? 400 : 200, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private String renew(Asked request) {
        asked.add(request);
        try {
            answers.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return granted(request.body());
    }

    private synchronized String granted(JsonNode request) {
        String shown = request.path("refresh_token").asString("");
        if (dead || !shown.equals("refresh-" + granted.get())) {
            return "{\"error\":\"invalid_grant\",\"error_description\":\"Refresh token not found or invalid\"}";
        }
        int number = granted.incrementAndGet();
        boolean codex = request.path("client_id").asString("").startsWith("app_");
        return """
                {"access_token":"%s","id_token":"%s","refresh_token":"refresh-%d","expires_in":%d,"token_type":"Bearer","scope":"user:inference user:profile"}""".formatted(
                        codex ? jwt(number, LIFE_SECONDS) : "access-" + number,
                        jwt(number, LIFE_SECONDS),
                        number,
                        LIFE_SECONDS);
    }

    /** As OpenAI's access tokens are: the end is in the payload. */
    static String jwt(int number, long lifeSeconds) {
        String payload = """
                {"exp":%d,"jti":"access-%d","email":"a@example.org","https://api.openai.com/auth":{"chatgpt_account_id":"acc-1","chatgpt_plan_type":"plus"}}""".formatted(Instant.now().getEpochSecond() + lifeSeconds, number);
        return base64("{\"alg\":\"none\"}") + "." + base64(payload) + ".c2ln";
    }

    private static String base64(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static SSLContext certified(Path folder)
            throws IOException, GeneralSecurityException, InterruptedException {
        Path store = folder.resolve("keys.p12");
        keytool(
                folder,
                "-genkeypair",
                "-alias",
                "k",
                "-keyalg",
                "EC",
                "-dname",
                "CN=test",
                "-ext",
                "bc=ca:true",
                "-ext",
                "san=dns:platform.claude.com,dns:api.anthropic.com,dns:claude.ai",
                "-validity",
                "30",
                "-keystore",
                store.toString());
        keytool(
                folder,
                "-exportcert",
                "-rfc",
                "-alias",
                "k",
                "-keystore",
                store.toString(),
                "-file",
                folder.resolve("root.pem").toString());
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD);
        }
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }

    private static void keytool(Path folder, String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(arguments));
        command.addAll(List.of("-storepass", new String(PASSWORD), "-storetype", "PKCS12"));
        Path log = folder.resolve("keytool.log");
        int exit = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start()
                .waitFor();
        if (exit != 0) {
            throw new IllegalStateException("keytool: " + Files.readString(log));
        }
    }

    @Override
    public void close() throws IOException {
        tunnel.close();
        plain.stop(0);
        secured.stop(0);
        threads.shutdownNow();
        for (String file : new String[] {"keys.p12", "root.pem", "keytool.log"}) {
            Files.deleteIfExists(folder.resolve(file));
        }
        Files.delete(folder);
    }
}
