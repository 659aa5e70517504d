package dev.olp.features.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.RawHttp;
import dev.olp.features.support.Reply;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Fifty bodies of the largest size at once on the small heap: each gets an answer, and the server goes on. */
class LargeBodiesIT {
    private static final int LARGEST = 12 * 1024 * 1024;
    private static final int AT_ONCE = 50;
    private static final String CHAT = "/v1/chat/completions";

    @RegisterExtension
    static final OlpServer olp = OlpServer.with()
            .standIns()
            .runsApart()
            .standInForClaude("claude-swallow")
            .server();

    /** What the bodies are full of, from the cheapest in a Java heap to the dearest. */
    enum Text {
        PLAIN("all work and no play ", false),
        CHINESE_GZIP("好好学习天天向上", true),
        /** Every character takes two bytes because of the one that needs them, and the escapes cost a copy. */
        MIXED("all work and\\n no play \\\" all work and no play and no play at all", false);

        private final String filling;
        private final boolean gzip;

        Text(String filling, boolean gzip) {
            this.filling = filling;
            this.gzip = gzip;
        }

        byte[] body() throws IOException {
            String head = "{\"model\":\"claude-sonnet-4-6\",\"messages\":[{\"role\":\"user\",\"content\":\"😀";
            ByteArrayOutputStream plain = new ByteArrayOutputStream(LARGEST);
            plain.writeBytes(head.getBytes(StandardCharsets.UTF_8));
            byte[] piece = filling.getBytes(StandardCharsets.UTF_8);
            byte[] tail = "\"}]}".getBytes(StandardCharsets.UTF_8);
            if (this == PLAIN) {
                plain.reset();
                plain.writeBytes(head.replace("😀", "").getBytes(StandardCharsets.UTF_8));
            }
            while (plain.size() + piece.length + tail.length <= LARGEST) {
                plain.writeBytes(piece);
            }
            plain.writeBytes("x".repeat(LARGEST - plain.size() - tail.length).getBytes(StandardCharsets.UTF_8));
            plain.writeBytes(tail);
            return gzip ? gzip(plain.toByteArray()) : plain.toByteArray();
        }

        String[] headers() {
            return gzip ? new String[] {"Content-Encoding: gzip"} : new String[0];
        }
    }

    @ParameterizedTest
    @EnumSource
    void eachOfFiftyGetsAnAnswerAndTheServerLives(Text text) throws Exception {
        long server = olp.pid();
        byte[] body = text.body();

        List<Reply> replies = atOnce(() -> ask(body, text.headers()));

        assertThat(replies).hasSize(AT_ONCE).allSatisfy(reply -> {
            assertThat(reply.status()).isIn(200, 503);
            if (reply.status() == 503) {
                assertThat(reply.errorCode()).isEqualTo("overloaded");
                assertThat(Integer.parseInt(reply.header("retry-after"))).isBetween(1, 60);
            } else {
                assertThat(reply.content()).startsWith("Swallowed 1");
            }
        });
        assertThat(replies).anyMatch(reply -> reply.status() == 200);
        assertThat(ask(body, text.headers()).status())
                .as("one more of that size")
                .isEqualTo(200);
        assertThat(olp.chat(Bodies.chat("claude-sonnet-4-6", "hi")).status()).isEqualTo(200);
        assertThat(olp.pid()).isEqualTo(server);
        assertThat(olp.log()).doesNotContain("OutOfMemoryError");
    }

    private static Reply ask(byte[] body, String... headers) throws IOException {
        try (RawHttp http = olp.connect()) {
            try {
                http.post(CHAT, OlpServer.OWNER_TOKEN, body, headers);
            } catch (IOException refusedWhileWriting) {
                // the reply came before the body was wanted; it must be there to be read
            }
            return http.reply();
        }
    }

    private static List<Reply> atOnce(Callable<Reply> request) throws Exception {
        CyclicBarrier start = new CyclicBarrier(AT_ONCE);
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Reply>> asked = new ArrayList<>();
            for (int i = 0; i < AT_ONCE; i++) {
                asked.add(clients.submit(() -> {
                    start.await();
                    return request.call();
                }));
            }
            List<Reply> replies = new ArrayList<>();
            for (Future<Reply> reply : asked) {
                replies.add(reply.get());
            }
            return replies;
        }
    }

    private static byte[] gzip(byte[] plain) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(plain);
        }
        return packed.toByteArray();
    }
}
