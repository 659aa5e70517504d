package dev.olp.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/**
 * A server that passes {@link PassedChat} through, in a process of its own.
 *
 * @param name with its version
 * @param path where it takes a chat
 * @param headers that it needs, CR LF after each
 * @param model how it wants the model named
 */
record Passing(String name, Process process, int port, String path, String headers, String model)
        implements AutoCloseable {
    private static final Duration START = Duration.ofSeconds(60);
    private static final String CHAT = "/v1/chat/completions";
    private static final String PORTKEY = "node_modules/@portkey-ai/gateway";
    private static final String ROUTER = "node_modules/@musistudio/claude-code-router";

    /** OLP's endpoints behind its own door, governed by that, in front of the mock. */
    static Passing olp(Settings settings, Governed governed, int mock) throws IOException {
        String name = "olp-" + governed.name().replace(' ', '-');
        Path folder = Files.createDirectory(settings.temp().resolve(name));
        List<String> arguments = List.of(folder.toString(), governed.name(), Integer.toString(mock));
        Process process =
                started(settings, name, ChildJvm.of(settings.fullFlags(), NullHttpServer.class, arguments), folder);
        String key = governed.keys()
                ? "Authorization: Bearer "
                        + Files.readAllLines(folder.resolve("tokens")).getFirst() + "\r\n"
                : "";
        int port = Integer.parseInt(Files.readString(folder.resolve("port")));
        return new Passing("OLP", process, port, CHAT, key, PassedChat.MODEL);
    }

    /** @param peers the folder that holds node_modules */
    static Passing portkey(Settings settings, Path peers, int mock) throws IOException {
        int port = freePort();
        Process process = node(
                settings,
                "portkey",
                Map.of(),
                peers.resolve(PORTKEY + "/build/start-server.js"),
                "--headless",
                "--port=" + port);
        String headers =
                "Authorization: Bearer none\r\nx-portkey-provider: openai\r\nx-portkey-custom-host: http://127.0.0.1:"
                        + mock + "/v1\r\n";
        return listening(new Passing(named(peers, PORTKEY), process, port, CHAT, headers, PassedChat.MODEL));
    }

    /** It takes Anthropic's form only, and asks in OpenAI's. */
    static Passing router(Settings settings, Path peers, int mock) throws IOException {
        int port = freePort();
        Path home = settings.temp().resolve("router");
        Path folder = Files.createDirectories(home.resolve(".claude-code-router"));
        Files.writeString(folder.resolve("config.json"), """
                {"LOG": false, "HOST": "127.0.0.1", "PORT": %d, "NON_INTERACTIVE_MODE": true, "Providers": [{"name": "mock",
                 "api_base_url": "http://127.0.0.1:%d/v1/chat/completions", "api_key": "none", "models": ["%s"]}],
                 "Router": {"default": "mock,%s"}}""".formatted(port, mock, PassedChat.MODEL, PassedChat.MODEL));
        Process process = node(
                settings, "router", Map.of("HOME", home.toString()), peers.resolve(ROUTER + "/dist/cli.js"), "start");
        return listening(
                new Passing(named(peers, ROUTER), process, port, "/v1/messages", "", "mock," + PassedChat.MODEL));
    }

    byte[] request(boolean stream) {
        return PlainHttp.post(path, headers, PassedChat.request(stream, model));
    }

    private static String named(Path peers, String module) throws IOException {
        String json = Files.readString(peers.resolve(module).resolve("package.json"));
        return module.substring(module.indexOf('/') + 1) + " "
                + JsonMapper.shared().readTree(json).path("version").asString();
    }

    private static Process node(
            Settings settings, String name, Map<String, String> environment, Path script, String... arguments)
            throws IOException {
        List<String> line = new ArrayList<>(List.of("node", script.toString()));
        line.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(line);
        builder.environment().put("NODE_ENV", "production");
        builder.environment().putAll(environment);
        return builder.redirectErrorStream(true)
                .redirectOutput(settings.temp().resolve(name + ".log").toFile())
                .start();
    }

    private static Process started(Settings settings, String name, ProcessBuilder builder, Path folder)
            throws IOException {
        Path log = settings.temp().resolve(name + ".log");
        Process process = builder.redirectError(log.toFile()).start();
        awaitFile(process, name, folder.resolve("port"), log);
        return process;
    }

    /** Waits until the process has written it. */
    static void awaitFile(Process process, String name, Path file, Path log) throws IOException {
        try {
            Waiting.until(name, START, () -> Files.exists(file) || !process.isAlive());
            if (!process.isAlive()) {
                throw new IOException(name + " did not start: " + Files.readString(log, StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            process.destroyForcibly();
            throw e;
        }
    }

    private static Passing listening(Passing peer) throws IOException {
        try {
            Waiting.until(peer.name, START, () -> peer.connects());
            return peer;
        } catch (IOException e) {
            peer.close();
            throw e;
        }
    }

    private boolean connects() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException notYet) {
            return false;
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
