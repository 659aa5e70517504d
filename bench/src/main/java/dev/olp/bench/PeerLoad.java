package dev.olp.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.concurrent.ExecutionException;

/** {@link PassedChat}, one at a time on each of a few kept-alive connections; in a process of its own. */
final class PeerLoad {
    private static final int CONNECTIONS = 16;

    private PeerLoad() {}

    /** {@code PORT REQUEST-FILE SECONDS}: prints how many were answered with 200 and all of the text. */
    public static void main(String[] arguments) throws IOException, InterruptedException, ExecutionException {
        byte[] request = Files.readAllBytes(Path.of(arguments[1]));
        Load.print(Load.answers(
                Integer.parseInt(arguments[0]),
                Collections.nCopies(CONNECTIONS, request),
                "200",
                PassedChat.MARK,
                Duration.ofSeconds(Long.parseLong(arguments[2]))));
    }
}
