package dev.olp.logins;

import dev.olp.logins.LoginFormat.Malformed;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One question to a token endpoint. Neither it nor the answer is ever logged. */
final class TokenCall {
    /** Of an answer; the longest known has 3 KB. */
    private static final long LARGEST = 64 << 10;

    private static final Duration CONNECTING = Duration.ofSeconds(10);

    /** A lock of claude 2.1.152 is stale after 10 s. */
    private static final Duration FRESHEN_EVERY = Duration.ofSeconds(2);

    private static final Pattern CODE = Pattern.compile("[a-z_]{1,40}");
    private static final int OK = 200;
    private static final int BAD_REQUEST = 400;
    private static final int UNAUTHORIZED = 401;

    private final TokenNetwork network;
    private final Duration atMost;

    /** @param atMost from the start to the whole answer; one that is cut off may lose the new refresh token */
    TokenCall(TokenNetwork network, Duration atMost) {
        this.network = network;
        this.atMost = atMost;
    }

    /** No new tokens. */
    static final class Failed extends Exception {
        private static final long serialVersionUID = 1L;

        private final boolean ended;

        Failed(String message, boolean ended) {
            super(message, null, false, false);
            this.ended = ended;
        }

        /** Whether the provider has ended the login; else it may work later. */
        boolean ended() {
            return ended;
        }
    }

    /**
     * Asks.
     *
     * @param keepFresh run every few seconds meanwhile
     */
    ObjectNode ask(byte[] body, Runnable keepFresh) throws Failed, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(network.endpoint())
                .header("Content-Type", "application/json")
                .header("Accept", "application/json")
                .header("User-Agent", "olp")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
        try (HttpClient client = network.open(CONNECTING)) {
            CompletableFuture<HttpResponse<byte[]>> answer = client.sendAsync(
                    request, HttpResponse.BodyHandlers.limiting(HttpResponse.BodyHandlers.ofByteArray(), LARGEST));
            try {
                return read(await(answer, keepFresh));
            } finally {
                answer.cancel(true);
                client.shutdownNow();
            }
        }
    }

    private HttpResponse<byte[]> await(CompletableFuture<HttpResponse<byte[]>> answer, Runnable keepFresh)
            throws Failed, InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        while (true) {
            long left = end - System.nanoTime();
            try {
                return answer.get(Math.min(left, FRESHEN_EVERY.toNanos()), TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                if (System.nanoTime() - end >= 0) {
                    throw new Failed("its token endpoint did not answer in time", false);
                }
                keepFresh.run();
            } catch (ExecutionException e) {
                Throwable why = e.getCause() == null ? e : e.getCause();
                throw new Failed(
                        "its token endpoint cannot be reached ("
                                + why.getClass().getSimpleName() + ")",
                        false);
            }
        }
    }

    private static ObjectNode read(HttpResponse<byte[]> answer) throws Failed {
        int status = answer.statusCode();
        try {
            ObjectNode json = LoginJson.read(answer.body());
            if (status == OK) {
                return json;
            }
            String said = "status " + status + code(json);
            throw status == BAD_REQUEST || status == UNAUTHORIZED
                    ? new Failed("its provider has ended it (" + said + ")", true)
                    : new Failed("its token endpoint failed (" + said + ")", false);
        } catch (Malformed e) {
            throw new Failed("its token endpoint failed (status " + status + ", no JSON)", false);
        }
    }

    /** {@code error}, or {@code error.code}, as words to add. */
    private static String code(JsonNode json) {
        JsonNode error = json.path("error");
        String code = error.isObject() ? error.path("code").asString("") : error.asString("");
        return CODE.matcher(code).matches() ? ", " + code : "";
    }
}
