package dev.olp.app.command;

import dev.olp.config.RunningServer;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A running server's management API. */
final class ServerDoor implements ManagementDoor {
    static final String MANAGEMENT = "/v0/management/";

    private static final Duration CONNECTING = Duration.ofSeconds(5);
    private static final Duration ANSWERING = Duration.ofSeconds(60);

    private final String url;
    private final String token;
    private final HttpClient client;

    /** @param url without a trailing slash */
    private ServerDoor(String url, String token, HttpClient client) {
        this.url = url;
        this.token = token;
        this.client = client;
    }

    /** By its address, without a trailing slash; at https the JDK's roots must know its certificate. */
    static ServerDoor named(String url, String token) {
        return new ServerDoor(url, token, client().build());
    }

    /** The one that runs on the home; at https it must show a certificate that it told. */
    static ServerDoor running(RunningServer server, String token) {
        HttpClient.Builder client = client();
        if (!server.certificates().isEmpty()) {
            client.sslContext(PinnedTrust.of(Set.copyOf(server.certificates())));
        }
        return new ServerDoor(server.url(), token, client.build());
    }

    private static HttpClient.Builder client() {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .proxy(HttpClient.Builder.NO_PROXY)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(CONNECTING);
    }

    @Override
    public ObjectNode call(String method, List<String> path, ObjectNode body) throws UsageException, CommandFailure {
        return ask(method, MANAGEMENT + joined(path), body);
    }

    /** A GET of any path of the server's, with its query. */
    ObjectNode get(String path) throws UsageException, CommandFailure {
        return ask("GET", path, JsonMapper.shared().createObjectNode());
    }

    /** A DELETE of any path of the server's. */
    ObjectNode delete(String path) throws UsageException, CommandFailure {
        return ask("DELETE", path, JsonMapper.shared().createObjectNode());
    }

    /** Whether anything answers there. */
    boolean answers() throws CommandFailure {
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/livez"))
                    .timeout(CONNECTING)
                    .build();
            return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() > 0;
        } catch (IOException gone) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandFailure(ExitCode.FAILURE, "interrupted");
        }
    }

    private ObjectNode ask(String method, String path, ObjectNode body) throws UsageException, CommandFailure {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + path))
                .timeout(ANSWERING)
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .method(
                        method,
                        body.isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofByteArray(
                                        JsonMapper.shared().writeValueAsBytes(body)))
                .build();
        HttpResponse<byte[]> response = send(request);
        ObjectNode answer = json(response.body());
        if (response.statusCode() >= 300) {
            JsonNode error = answer.path("error");
            Refusals.tell(
                    response.statusCode(),
                    error.path("param").asString(""),
                    error.path("message").asString("the server at " + url + " answered " + response.statusCode()));
        }
        return answer;
    }

    private HttpResponse<byte[]> send(HttpRequest request) throws CommandFailure {
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofByteArray());
        } catch (ConnectException e) {
            throw new CommandFailure(ExitCode.FAILURE, "no server answers at " + url);
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.FAILURE, "the server at " + url + " gave no answer: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandFailure(ExitCode.FAILURE, "interrupted");
        }
    }

    private ObjectNode json(byte[] body) throws CommandFailure {
        try {
            if (JsonMapper.shared().readTree(body) instanceof ObjectNode object) {
                return object;
            }
            throw new CommandFailure(ExitCode.FAILURE, "what answers at " + url + " is no OLP");
        } catch (JacksonException e) {
            throw new CommandFailure(ExitCode.FAILURE, "what answers at " + url + " is no OLP");
        }
    }

    private static String joined(List<String> path) {
        return path.stream().map(ServerDoor::escaped).collect(Collectors.joining("/"));
    }

    /** For a path's segment or a query's value. */
    static String escaped(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    @Override
    public String url() {
        return url;
    }

    @Override
    public void close() {
        client.close();
    }
}
