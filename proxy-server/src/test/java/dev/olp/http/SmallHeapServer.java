package dev.olp.http;

import dev.olp.wire.JsonBody;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A server in a JVM of its own, that parses what it gets. Writes its port to the
 * file given, and ends when its input does.
 */
final class SmallHeapServer {
    private SmallHeapServer() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        long heap = Runtime.getRuntime().maxMemory();
        Duration patience = Duration.ofSeconds(Long.parseLong(arguments[1]));
        AtomicInteger ids = new AtomicInteger();
        HttpServer server = HttpServer.start(
                HttpSettings.onLoopback(0),
                new DoorParts(
                        SmallHeapServer::answer,
                        ByteBudget.forBodies(heap, patience),
                        ByteBudget.forWork(heap, patience),
                        () -> "req_" + ids.incrementAndGet(),
                        Clock.systemUTC(),
                        System::nanoTime,
                        Optional.empty()));
        Path file = Path.of(arguments[0]);
        Path written = Files.writeString(file.resolveSibling(file.getFileName() + ".new"), "" + server.boundPort());
        Files.move(written, file);
        while (System.in.read() >= 0) {
            // the parent says nothing; its end is ours
        }
        server.close(Duration.ZERO);
    }

    private static void answer(InboundRequest request, ResponseSink sink) throws Exception {
        int length = request.body()
                .parse(body -> JsonBody.parse(body).get("text").stringValue().length());
        sink.reply(
                new ResponseHead(200, Map.of("content-type", "text/plain")),
                Integer.toString(length).getBytes(StandardCharsets.UTF_8));
    }
}
