package dev.olp.features.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.olp.fakeupstream.FakeUpstream;
import dev.olp.fakeupstream.Reply.Ending;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RawHttpTest {

    @Test
    void aChunkedStreamIsReadToItsEnd() throws IOException {
        try (FakeUpstream upstream = FakeUpstream.start();
                RawHttp http = RawHttp.connect(upstream.port())) {
            String body = "{\"stream\":true,\"model\":\"m\",\"messages\":[]}";
            http.post("/s/ok/v1/chat/completions", "", body.getBytes(StandardCharsets.UTF_8));
            Reply head = http.head();
            Streamed streamed = new Streamed(head, http.events(head).all());

            assertThat(streamed.content()).isEqualTo("Hello from the fake upstream. Unicode: é中😀 end.");
            assertThat(streamed.events().getLast().isDone()).isTrue();
        }
    }

    @Test
    void anAbortedStreamIsNoEnd() throws IOException {
        try (FakeUpstream upstream = FakeUpstream.start();
                RawHttp http = RawHttp.connect(upstream.port())) {
            upstream.next(new dev.olp.fakeupstream.Reply.Response(
                    200,
                    Map.of(),
                    List.of("data: 1\n\n".getBytes(StandardCharsets.UTF_8)),
                    Duration.ZERO,
                    Ending.ABORT));
            http.post("/s/script/v1/chat/completions", "", "{}".getBytes(StandardCharsets.UTF_8));

            assertThatThrownBy(http::reply).isInstanceOf(IOException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"data: 1\n", "data: 1\ndata: 2\n\n", "event: x\n\n", "data: 1", "\n\n"})
    void anEventThatIsNotOneDataLineIsRefused(String stream) {
        SseReader reader = new SseReader(new ByteArrayInputStream(stream.getBytes(StandardCharsets.UTF_8)));

        assertThatThrownBy(reader::all).isInstanceOf(AssertionError.class);
    }

    @Test
    void aBodyShorterThanItsLengthIsRefused() throws IOException {
        ResponseReader reader = new ResponseReader(new ByteArrayInputStream(
                "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc".getBytes(StandardCharsets.US_ASCII)));
        Reply head = reader.head();

        assertThatThrownBy(() -> reader.body(head, false).readAllBytes()).isInstanceOf(EOFException.class);
    }
}
