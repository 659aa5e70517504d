package dev.olp.features.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.olp.features.support.OlpCommand;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.RawHttp;
import dev.olp.features.support.Reply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A link for somebody in the family, who fetches the key himself. */
class InviteIT {
    private static final Pattern TOKEN = Pattern.compile("<code>(olp_[A-Za-z0-9_-]{43})</code>");

    @RegisterExtension
    static final OlpServer olp = OlpServer.with().standIns().server();

    /** The guesses are counted by address, and all tests have the same. */
    @RegisterExtension
    static final OlpServer guessed = OlpServer.with().standIns().server();

    @Test
    void theLinkShowsTheKeyOnceToWhoeverPressesTheButton() throws Exception {
        String path = invite("Ada", "--models=haiku");
        for (int look = 0; look < 2; look++) {
            Reply page = call("GET", path);
            assertThat(page.status()).isEqualTo(200);
            assertThat(page.text())
                    .contains("<strong>Ada</strong>", "<form method=\"post\">")
                    .doesNotContain("olp_");
            assertSafe(page, path);
        }

        List<Callable<Reply>> all = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            all.add(() -> call("POST", path));
        }
        List<String> tokens = new ArrayList<>();
        try (ExecutorService pool = Executors.newFixedThreadPool(8)) {
            for (Future<Reply> one : pool.invokeAll(all)) {
                Reply page = one.get();
                Matcher token = TOKEN.matcher(page.text());
                assertThat(token.find()).isEqualTo(page.status() == 200);
                if (page.status() == 200) {
                    tokens.add(token.group(1));
                    assertSafe(page, path);
                } else {
                    assertThat(page.status()).isEqualTo(404);
                }
            }
        }
        assertThat(tokens).hasSize(1);
        assertThat(call("GET", path).status()).isEqualTo(404);

        try (RawHttp http = olp.connect()) {
            assertThat(http.send("GET /v1/models HTTP/1.1\r\nHost: localhost\r\nx-api-key: " + tokens.getFirst()
                                    + "\r\n\r\n")
                            .reply()
                            .json()
                            .path("data"))
                    .hasSize(1);
        }
        await().until(() -> olp.log().contains("an invitation was used"));
        String code = path.substring("/invite/".length());
        assertThat(olp.log()).doesNotContain(code, tokens.getFirst());
        try (Stream<Path> files = Files.walk(olp.home())) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
                        .as(file.toString())
                        .doesNotContain(code, tokens.getFirst());
            }
        }
        assertThat(olp.command("keys", "invite", "Ada").exit()).isEqualTo(1);
    }

    @Test
    void aNewLinkEndsTheOldOneAndARevocationEndsBoth() throws Exception {
        String first = invite("Bob");
        String second = invite("Bob");
        assertThat(call("GET", first).status()).isEqualTo(404);
        assertThat(call("GET", second).status()).isEqualTo(200);

        assertThat(olp.command("keys", "revoke", "Bob").exit()).isZero();

        assertThat(call("POST", second).status()).isEqualTo(404);
    }

    @Test
    void aLinkEnds() throws Exception {
        String path = invite("Cem", "--expires=1s");

        await().atMost(Duration.ofSeconds(20)).until(() -> call("GET", path).status() == 404);

        assertThat(call("POST", path).status()).isEqualTo(404);
        assertThat(olp.command("keys", "invite", "Dee", "--expires=91d").exit()).isEqualTo(1);
    }

    @Test
    void guessingIsSlowedDownAndNothingOfItIsInThePage() throws Exception {
        Reply hostile = call(guessed, "GET", "/invite/%3Cscript%3Ealert(1)%3C%2Fscript%3E");
        assertThat(hostile.status()).isEqualTo(404);
        assertThat(hostile.text()).doesNotContain("<script", "alert");
        assertSafe(hostile, "script");
        Reply last = hostile;
        for (int i = 0; i < 60 && last.status() == 404; i++) {
            last = call(guessed, "POST", "/invite/" + "A".repeat(43));
        }
        assertThat(last.status()).isEqualTo(429);
        assertThat(last.header("retry-after")).isNotEmpty();
    }

    private static void assertSafe(Reply page, String secret) {
        assertThat(page.header("content-type")).isEqualTo("text/html; charset=utf-8");
        assertThat(page.header("content-security-policy")).startsWith("default-src 'none'");
        assertThat(page.header("cache-control")).isEqualTo("no-store");
        assertThat(page.header("referrer-policy")).isEqualTo("no-referrer");
        assertThat(page.headers().keySet()).noneMatch(name -> name.startsWith("access-control-"));
        assertThat(page.text()).doesNotContain("<script", secret);
    }

    private static String invite(String name, String... options) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("keys", "invite", name));
        arguments.addAll(List.of(options));
        OlpCommand made = olp.command(arguments.toArray(String[]::new));
        assertThat(made.exit()).as(made.err()).isZero();
        String link = made.out().strip();
        String base = "http://127.0.0.1:" + olp.port();
        assertThat(link).matches(Pattern.quote(base) + "/invite/[A-Za-z0-9_-]{43}");
        return link.substring(base.length());
    }

    private static Reply call(String method, String path) throws IOException {
        return call(olp, method, path);
    }

    private static Reply call(OlpServer server, String method, String path) throws IOException {
        try (RawHttp http = server.connect()) {
            return http.send(method + " " + path
                            + " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
                    .reply();
        }
    }
}
