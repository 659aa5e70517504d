package dev.olp.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import dev.olp.wire.ApiException;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** S02, below the sockets: what is inflated, how far, and what it costs. */
class InboundBodyTest {
    private static final int CAP = 100_000;
    private static final Duration LONG = Duration.ofSeconds(30);

    private final ByteBudget budget = new ByteBudget("bodies", 1 << 19, Duration.ofMillis(1));
    private final ByteBudget work = new ByteBudget("work", 400_000, Duration.ofMillis(1));

    @ParameterizedTest
    @ValueSource(
            strings = {"gzip", "x-gzip", "GZIP", "deflate", "raw deflate", "zstd", "identity", "", " , gzip, identity"})
    void known_codings_come_out_exact_in_pieces_of_any_size(String coding) throws Exception {
        byte[] text = "漢字 and 😀 ".repeat(500).getBytes(StandardCharsets.UTF_8);
        byte[] sent = encode(coding, text);
        for (int piece : new int[] {1, 7, 1000, sent.length}) {
            try (InboundBody body = body(coding.replace("raw ", ""), sent, piece, -1)) {
                assertThat(body.read()).isEqualTo(text);
            }
        }
        assertThat(budget.available()).isEqualTo(budget.capacity());
    }

    @ParameterizedTest
    @ValueSource(strings = {"br", "compress", "gzip, gzip", "gzip, zstd", "chunked", "GZIP2"})
    void other_and_stacked_codings_are_415(String coding) {
        assertRefused(body(coding, new byte[10], 10, -1), 415, "unsupported_encoding");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "deflate", "raw deflate", "zstd"})
    void a_bomb_is_413_and_inflated_no_further_than_the_cap(String coding) throws Exception {
        byte[] bomb = encode(coding, new byte[100_000_000]);
        Feed feed = new Feed(bomb, 100);
        InboundBody body = new InboundBody(feed.input, List.of(coding.replace("raw ", "")), -1, CAP, budget, work);
        assertRefused(body, 413, "request_too_large");
        assertThat(feed.given).isLessThan(Math.max(2_000, bomb.length / 4));
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "deflate", "raw deflate", "zstd"})
    void a_body_of_exactly_the_cap_passes_and_one_more_does_not(String coding) throws Exception {
        byte[] full = new byte[CAP];
        Arrays.fill(full, (byte) 'x');
        try (InboundBody body = body(coding.replace("raw ", ""), encode(coding, full), 999, -1)) {
            assertThat(body.read()).isEqualTo(full);
        }
        assertRefused(
                body(coding.replace("raw ", ""), encode(coding, new byte[CAP + 1]), 999, -1), 413, "request_too_large");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "deflate", "raw deflate", "zstd"})
    void damage_is_400(String coding) throws Exception {
        byte[] text = "some text ".repeat(200).getBytes(StandardCharsets.UTF_8);
        byte[] good = encode(coding, text);
        String name = coding.replace("raw ", "");
        assertRefused(body(name, Arrays.copyOf(good, good.length - 3), 100, -1), 400, "invalid_encoding");
        assertRefused(
                body(name, "{\"plain\":true}".getBytes(StandardCharsets.UTF_8), 100, -1), 400, "invalid_encoding");
        assertRefused(
                body(name, concat(good, "tail".repeat(10).getBytes(StandardCharsets.UTF_8)), 1000, -1),
                400,
                "invalid_encoding");
    }

    @Test
    void an_empty_body_that_claims_a_coding_is_damaged() {
        for (String coding : List.of("gzip", "deflate")) {
            assertRefused(body(coding, new byte[0], 1, -1), 400, "invalid_encoding");
        }
    }

    @Test
    void a_flipped_bit_in_gzip_is_caught_by_its_checksum() throws Exception {
        byte[] sent = encode("gzip", "some text ".repeat(200).getBytes(StandardCharsets.UTF_8));
        sent[sent.length - 6] ^= 1;
        assertRefused(body("gzip", sent, 100, -1), 400, "invalid_encoding");
    }

    @Test
    void gzip_in_several_members_is_one_body() throws Exception {
        byte[] sent = concat(
                encode("gzip", "one ".getBytes(StandardCharsets.UTF_8)),
                encode("gzip", "two".getBytes(StandardCharsets.UTF_8)));
        for (int piece : new int[] {1, 10, 1000}) {
            try (InboundBody body = body("gzip", sent, piece, -1)) {
                assertThat(TestDoor.utf8(body.read())).isEqualTo("one two");
            }
        }
    }

    @Test
    void a_zstd_window_above_8_mib_is_refused_not_allocated() {
        byte[] hugeWindow = {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd, 0x00, (byte) (20 << 3), 0x01, 0x00, 0x00};
        assertRefused(body("zstd", hugeWindow, 100, -1), 400, "invalid_encoding");
    }

    @Test
    void a_declared_length_above_the_cap_is_413_before_a_byte_is_asked_for() {
        Feed feed = new Feed(new byte[CAP + 1], 100);
        assertRefused(new InboundBody(feed.input, List.of(), CAP + 1, CAP, budget, work), 413, "request_too_large");
        assertThat(feed.given).isZero();
    }

    @Test
    void a_declared_length_is_reserved_before_a_byte_is_asked_for() throws Exception {
        try (ByteBudget.Reservation most = budget.reserve(400_000)) {
            assertThat(most).isNotNull();
            Feed feed = new Feed(new byte[CAP], 100);
            assertRefused(new InboundBody(feed.input, List.of(), CAP, CAP, budget, work), 503, "overloaded");
            assertThat(feed.given).isZero();
        }
    }

    @Test
    void a_compressed_body_that_outgrows_what_is_usual_is_503_when_there_is_no_more() throws Exception {
        byte[] sent = encode("gzip", new byte[CAP]);
        try (ByteBudget.Reservation most = budget.reserve(400_000)) {
            assertThat(most).isNotNull();
            assertRefused(body("gzip", sent, 1000, sent.length), 503, "overloaded");
            assertThat(budget.capacity() - budget.available()).isBetween(400_000L, 401_024L);
        }
    }

    @Test
    void a_body_of_unknown_length_holds_in_the_end_what_it_became() throws Exception {
        byte[] sent = encode("gzip", new byte[CAP]);
        try (InboundBody body = body("gzip", sent, 1000, sent.length)) {
            assertThat(body.read()).hasSize(CAP);
            assertThat(budget.capacity() - budget.available()).isBetween(2L * CAP, 2L * CAP + 1024);
        }
    }

    @Test
    void what_a_body_reserved_stays_reserved_until_it_is_closed() throws Exception {
        InboundBody body = body("", new byte[50_000], 50_000, 50_000);
        assertThat(body.read()).hasSize(50_000);
        assertThat(budget.capacity() - budget.available()).isBetween(2L * 50_000, 2L * 50_000 + 1024);
        body.close();
        assertThat(budget.available()).isEqualTo(budget.capacity());
    }

    @Test
    void parsing_holds_its_moment_and_keeps_what_the_texts_will_take() throws Exception {
        byte[] narrow = ("{\"a\":\"" + "é".repeat(5000) + "\"}").getBytes(StandardCharsets.UTF_8);
        try (InboundBody body = body("", narrow, 999, narrow.length)) {
            long free = body.parse(bytes -> work.available());
            assertThat(work.capacity() - free).isBetween(3L * narrow.length, 3L * narrow.length + 1024);
            assertThat(work.available()).isEqualTo(work.capacity());
            assertThat(budget.capacity() - budget.available()).isBetween(1L * narrow.length, narrow.length + 1024L);
        }
        byte[] wide = ("{\"a\":\"" + "漢".repeat(3000) + "\"}").getBytes(StandardCharsets.UTF_8);
        try (InboundBody body = body("", wide, 999, wide.length)) {
            long free = body.parse(bytes -> work.available());
            assertThat(work.capacity() - free).isBetween(5L * wide.length, 5L * wide.length + 1024);
            assertThat(budget.capacity() - budget.available()).isBetween(2L * wide.length, 2L * wide.length + 1024);
        }
        assertThat(budget.available()).isEqualTo(budget.capacity());
    }

    @Test
    void what_a_parser_throws_comes_out_and_its_moment_is_given_back() {
        ApiException thrown = new ApiException(dev.olp.wire.ApiError.badValue("x", "No."));
        try (InboundBody body = body("", new byte[10], 10, 10)) {
            assertThatThrownBy(() -> body.parse(bytes -> {
                        throw thrown;
                    }))
                    .isSameAs(thrown);
        }
        assertThat(work.available()).isEqualTo(work.capacity());
    }

    @Test
    void what_this_heap_could_never_parse_is_413() {
        byte[] escaped = "{\"a\":\"\\u6f22\"}".repeat(6000).getBytes(StandardCharsets.UTF_8);
        try (InboundBody body = body("", escaped, 9999, escaped.length)) {
            assertThatThrownBy(() -> body.parse(bytes -> bytes.length))
                    .isInstanceOfSatisfying(
                            ApiException.class,
                            refused -> assertThat(refused.error().status()).isEqualTo(413));
        }
    }

    private InboundBody body(String coding, byte[] sent, int piece, long declared) {
        return new InboundBody(new Feed(sent, piece).input, List.of(coding), declared, CAP, budget, work);
    }

    private void assertRefused(InboundBody body, int status, String code) {
        assertThatThrownBy(body::read).isInstanceOfSatisfying(ApiException.class, refused -> {
            assertThat(refused.error().code()).isEqualTo(code);
            assertThat(refused.error().status()).isEqualTo(status);
        });
        body.close();
    }

    /** A connection that gives one piece each time it is asked. */
    private static final class Feed {
        final BodyInput input;
        int given;

        Feed(byte[] all, int piece) {
            BodyInput[] self = new BodyInput[1];
            input = new BodyInput(
                    () -> {
                        int end = Math.min(all.length, given + piece);
                        byte[] next = Arrays.copyOfRange(all, given, end);
                        given = end;
                        self[0].offer(Unpooled.wrappedBuffer(next), end == all.length);
                    },
                    LONG,
                    LONG);
            self[0] = input;
        }
    }

    static byte[] encode(String coding, byte[] plain) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        if (coding.contains("zstd")) {
            return Zstd.compress(plain, 3);
        }
        if (coding.toLowerCase(Locale.ROOT).contains("gzip")) {
            try (OutputStream out = new GZIPOutputStream(bytes)) {
                out.write(plain);
            }
            return bytes.toByteArray();
        }
        if (coding.contains("deflate")) {
            Deflater deflater = new Deflater(6, coding.startsWith("raw"));
            try (OutputStream out = new DeflaterOutputStream(bytes, deflater)) {
                out.write(plain);
            } finally {
                deflater.end();
            }
            return bytes.toByteArray();
        }
        return plain;
    }

    private static byte[] concat(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        new ArrayList<>(List.of(parts)).forEach(all::writeBytes);
        return all.toByteArray();
    }
}
