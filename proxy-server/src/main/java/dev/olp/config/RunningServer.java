package dev.olp.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Where commands find the server that runs on a home: {@code <home>/server.json} (0600, {@code {url, token, pid, certificates}}), there
 * while it serves. After a crash it may be stale: it counts only while the home is locked.
 *
 * @param url base URL without a trailing slash
 * @param token lets in to the management API alone; new at each start. Whoever can read it could open the home itself
 * @param certificates fingerprints ({@link TlsPair#fingerprint()}) of what it may show at an https url; commands trust
 *     nothing else there
 */
public record RunningServer(String url, String token, long pid, List<String> certificates) {
    private static final int MOST_BYTES = 4096;

    public RunningServer {
        certificates = List.copyOf(certificates);
    }

    /** Tells commands, whole or not at all. */
    public void announce(Home home) throws IOException {
        ObjectNode document = JsonMapper.shared()
                .createObjectNode()
                .put("url", url)
                .put("token", token)
                .put("pid", pid);
        certificates.forEach(document.putArray("certificates")::add);
        WholeFile.show(file(home), JsonMapper.shared().writeValueAsBytes(document));
    }

    /** What a server has told; empty for nothing, and for what is no such file. */
    public static Optional<RunningServer> find(Home home) throws IOException {
        Path file = file(home);
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || Files.size(file) > MOST_BYTES) {
            return Optional.empty();
        }
        try {
            JsonNode document = JsonMapper.shared().readTree(Files.readAllBytes(file));
            return Optional.of(new RunningServer(
                    document.path("url").asString(""),
                    document.path("token").asString(""),
                    document.path("pid").asLong(0),
                    document.path("certificates")
                            .valueStream()
                            .map(certificate -> certificate.asString(""))
                            .toList()));
        } catch (JacksonException torn) {
            return Optional.empty();
        }
    }

    static void forget(Home home) throws IOException {
        Files.deleteIfExists(file(home));
    }

    private static Path file(Home home) {
        return home.root().resolve("server.json");
    }

    @Override
    public String toString() {
        return "RunningServer[" + url + "]";
    }
}
