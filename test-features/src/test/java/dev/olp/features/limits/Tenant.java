package dev.olp.features.limits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.Caller;
import dev.olp.features.support.OlpCommand;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.RawHttp;
import dev.olp.features.support.Reply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/** Somebody with a key of his own. */
public record Tenant(OlpServer olp, String name, String token) implements Caller {
    /** With a key that the command makes, and limits of its own, e.g. {@code --requests-per-day 3}. */
    public static Tenant create(OlpServer olp, String name, String... limits) throws IOException, InterruptedException {
        OlpCommand made = olp.command("keys", "create", "--name", name);
        assertThat(made.exit()).as(made.err()).isZero();
        Tenant tenant = new Tenant(olp, name, made.out().strip());
        if (limits.length > 0) {
            tenant.limit(limits);
        }
        return tenant;
    }

    public String limit(String... limits) throws IOException, InterruptedException {
        OlpCommand set = olp.command(Stream.concat(Stream.of("keys", "limits", name), Stream.of(limits))
                .toArray(String[]::new));
        assertThat(set.exit()).as(set.err()).isZero();
        return set.out();
    }

    @Override
    public RawHttp connect() throws IOException {
        return olp.connect();
    }

    public RawHttp ask(RawHttp http, String body, String... headers) throws IOException {
        return http.post("/v1/chat/completions", token, body.getBytes(StandardCharsets.UTF_8), headers);
    }

    /** So many at the same moment. */
    public List<Reply> burst(int count, String body) throws Exception {
        CountDownLatch start = new CountDownLatch(1);
        List<Future<Reply>> asked = new ArrayList<>();
        List<Reply> replies = new ArrayList<>();
        try (ExecutorService clients = Executors.newFixedThreadPool(count)) {
            for (int i = 0; i < count; i++) {
                asked.add(clients.submit(() -> {
                    try (RawHttp http = connect()) {
                        start.await();
                        return ask(http, body).reply();
                    }
                }));
            }
            start.countDown();
            for (Future<Reply> each : asked) {
                replies.add(each.get());
            }
        }
        return replies;
    }
}
