package dev.olp.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;

/** Chats, one at a time on each of fifty kept-alive connections, by the keys in turn; in a process of its own. */
final class ChatLoad {
    private static final int CONNECTIONS = 50;

    private ChatLoad() {}

    /** {@code PORT TOKENS-FILE SECONDS}: prints how many were answered with 200. */
    public static void main(String[] arguments) throws IOException, InterruptedException, ExecutionException {
        List<String> tokens = Files.readAllLines(Path.of(arguments[1]));
        List<byte[]> requests = new ArrayList<>();
        for (int i = 0; i < CONNECTIONS; i++) {
            requests.add(request(tokens.get(i % tokens.size())));
        }
        Load.print(Load.answers(
                Integer.parseInt(arguments[0]), requests, "200", "", Duration.ofSeconds(Long.parseLong(arguments[2]))));
    }

    private static byte[] request(String token) {
        return PlainHttp.post("/v1/chat/completions", "Authorization: Bearer " + token + "\r\n", DirectChat.BODY);
    }
}
