package dev.olp.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A client that goes away is noticed at once, however it goes and whatever its request is doing. */
class ClientGoneTest {
    private static final List<Transport> TRANSPORTS = List.of(Transport.best(), Transport.nio());

    static Stream<Arguments> departures() {
        return TRANSPORTS.stream()
                .flatMap(transport -> Stream.of(
                        departure(transport, "closes", RawClient::vanish),
                        departure(transport, "resets", RawClient::reset),
                        departure(transport, "stops sending", RawClient::halfClose)));
    }

    private static Arguments departure(Transport transport, String name, Consumer<RawClient> how) {
        return Arguments.of(transport.name(), name, transport, how);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("departures")
    void while_its_handler_waits(String transport, String name, Transport used, Consumer<RawClient> leave) {
        CountDownLatch waiting = new CountDownLatch(1);
        CompletableFuture<Void> told = new CompletableFuture<>();
        RequestHandler handler = (request, sink) -> {
            request.body().read();
            sink.onGone(() -> told.complete(null));
            waiting.countDown();
            told.get();
        };
        try (TestDoor door = start(used, handler);
                RawClient client = door.connect()) {
            client.post("/v1/x", "hello");
            await(waiting);
            leave.accept(client);
            told.join();
        }
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("departures")
    void while_it_is_streamed_to(String transport, String name, Transport used, Consumer<RawClient> leave)
            throws Exception {
        CompletableFuture<Void> told = new CompletableFuture<>();
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        RequestHandler handler = (request, sink) -> {
            sink.onGone(() -> told.complete(null));
            sink.begin(TestDoor.text(200));
            try {
                while (true) {
                    sink.send("data: x\n\n".getBytes(StandardCharsets.UTF_8));
                }
            } catch (ClientGone gone) {
                thrown.complete(gone);
                throw gone;
            }
        };
        try (TestDoor door = start(used, handler);
                RawClient client = door.connect()) {
            client.get("/v1/x").head();
            assertThat(client.chunk()).isNotEmpty();
            leave.accept(client);
            told.join();
            assertThat(thrown.join()).isInstanceOf(ClientGone.class);
            client.vanish();
            Awaitility.await().until(() -> door.server().openConnections() == 0);
            assertThat(door.server().activeRequests()).isZero();
        }
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("departures")
    void with_pipelined_bytes_behind_its_request(
            String transport, String name, Transport used, Consumer<RawClient> leave) {
        CountDownLatch waiting = new CountDownLatch(1);
        CompletableFuture<Void> told = new CompletableFuture<>();
        AtomicInteger handled = new AtomicInteger();
        RequestHandler handler = (request, sink) -> {
            handled.incrementAndGet();
            sink.onGone(() -> told.complete(null));
            waiting.countDown();
            told.get();
        };
        try (TestDoor door = start(used, handler);
                RawClient client = door.connect()) {
            for (int n = 0; n < 100; n++) {
                client.get("/v1/" + n);
            }
            await(waiting);
            leave.accept(client);
            told.join();
            client.vanish();
            Awaitility.await().until(() -> door.server().openConnections() == 0);
            assertThat(handled).as("requests nobody waits for are not begun").hasValue(1);
        }
    }

    @Test
    void a_callback_that_comes_late_runs_at_once() {
        CompletableFuture<Void> first = new CompletableFuture<>();
        CompletableFuture<Void> second = new CompletableFuture<>();
        RequestHandler handler = (request, sink) -> {
            sink.onGone(() -> first.complete(null));
            first.get();
            sink.onGone(() -> second.complete(null));
        };
        try (TestDoor door = TestDoor.with(handler);
                RawClient client = door.connect()) {
            client.get("/v1/x");
            client.reset();
            second.join();
        }
    }

    @Test
    void a_callback_that_throws_stops_neither_the_others_nor_the_server() {
        CompletableFuture<Void> second = new CompletableFuture<>();
        RequestHandler handler = (request, sink) -> {
            sink.onGone(() -> {
                throw new IllegalStateException("meant to happen");
            });
            sink.onGone(() -> second.complete(null));
            second.get();
        };
        try (TestDoor door = TestDoor.with(handler)) {
            try (RawClient client = door.connect()) {
                client.get("/v1/x");
                Awaitility.await().until(() -> door.server().activeRequests() == 1);
            }
            second.join();
        }
    }

    @Test
    void a_client_that_sends_all_and_ends_its_side_still_gets_a_whole_reply() {
        try (TestDoor door = TestDoor.with(TestDoor::echo);
                RawClient client = door.connect()) {
            client.post("/v1/x", "hello");
            client.halfClose();
            assertThat(client.reply().text()).isEqualTo("POST /v1/x hello");
            assertThat(client.closed()).isTrue();
        }
    }

    @Test
    void a_reply_that_nobody_gets_throws_and_hurts_nobody_else() {
        CountDownLatch left = new CountDownLatch(1);
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        RequestHandler handler = (request, sink) -> {
            if (request.path().equals("/v1/gone")) {
                sink.onGone(left::countDown);
                await(left);
                try {
                    sink.reply(TestDoor.text(200), new byte[10]);
                } catch (ClientGone gone) {
                    thrown.complete(gone);
                    throw gone;
                }
            }
            TestDoor.echo(request, sink);
        };
        try (TestDoor door = TestDoor.with(handler)) {
            try (RawClient client = door.connect()) {
                client.get("/v1/gone");
                Awaitility.await().until(() -> door.server().activeRequests() == 1);
                client.reset();
            }
            assertThat(thrown.join()).isInstanceOf(ClientGone.class);
            try (RawClient other = door.connect()) {
                assertThat(other.get("/v1/x").reply().status()).isEqualTo(200);
            }
        }
    }

    private static TestDoor start(Transport transport, RequestHandler handler) {
        TestDoor.Options options = TestDoor.options();
        options.transport = transport;
        return options.start(handler);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
