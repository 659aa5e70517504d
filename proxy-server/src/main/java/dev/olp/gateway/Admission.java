package dev.olp.gateway;

import dev.olp.provider.AllowedRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.BooleanSupplier;

/** Who may pass, decided by the head of a request alone. */
final class Admission {
    /** Where the CLIs put what they were given; {@code Bearer} before it or not. */
    private static final List<String> TOKEN_HEADERS = List.of("authorization", "x-api-key", "api-key");

    private static final String BEARER = "bearer ";
    private static final int NONE = -1;

    private final List<AllowedRequest> allowed;
    /** How often each was asked for. */
    private final AtomicIntegerArray made;

    private final byte[] token;
    private final Meter meter;
    private final BooleanSupplier timeIsUp;

    Admission(List<AllowedRequest> allowed, String token, Meter meter, BooleanSupplier timeIsUp) {
        this.allowed = allowed;
        this.made = new AtomicIntegerArray(allowed.size());
        this.token = token.getBytes(StandardCharsets.US_ASCII);
        this.meter = meter;
        this.timeIsUp = timeIsUp;
    }

    /** Empty for one that goes to the upstream, and is counted as such. */
    Optional<Refusal> refusal(HttpRequest head) {
        if (!meter.takeRequest()) {
            return Optional.of(Refusal.REQUESTS_SPENT);
        }
        if (timeIsUp.getAsBoolean()) {
            return Optional.of(Refusal.TIME_SPENT);
        }
        if (head.decoderResult().isFailure() || !head.protocolVersion().equals(HttpVersion.HTTP_1_1)) {
            return Optional.of(Refusal.BAD_REQUEST);
        }
        if (TOKEN_HEADERS.stream()
                .flatMap(name -> head.headers().getAll(name).stream())
                .noneMatch(this::isToken)) {
            return Optional.of(Refusal.WRONG_TOKEN);
        }
        int wanted = head.headers().contains(HttpHeaderNames.UPGRADE)
                ? NONE
                : indexOf(head.method().name(), head.uri());
        if (wanted == NONE) {
            return Optional.of(Refusal.NOT_ALLOWED);
        }
        if (made.incrementAndGet(wanted) > allowed.get(wanted).most()) {
            return Optional.of(Refusal.CALLS_SPENT);
        }
        if (!meter.hasRoomUp(HttpUtil.getContentLength(head, 0L))) {
            return Optional.of(Refusal.BYTES_UP_SPENT);
        }
        return meter.forward(head.method().equals(HttpMethod.HEAD)) ? Optional.empty() : Optional.of(Refusal.WITHDRAWN);
    }

    private int indexOf(String method, String target) {
        for (int index = 0; index < allowed.size(); index++) {
            AllowedRequest each = allowed.get(index);
            if (each.method().equals(method) && each.target().equals(target)) {
                return index;
            }
        }
        return NONE;
    }

    private boolean isToken(String value) {
        boolean bearer = value.toLowerCase(Locale.ROOT).startsWith(BEARER);
        String shown = bearer ? value.substring(BEARER.length()).strip() : value;
        return MessageDigest.isEqual(token, shown.getBytes(StandardCharsets.UTF_8));
    }
}
