package dev.olp.gateway;

import static dev.olp.gateway.GatewayFixture.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.olp.fakeupstream.Scenario;
import dev.olp.provider.Login;
import dev.olp.provider.LoginStyle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GatewaySocketTest extends WithGateway {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @Test
    void theSocketIsOursAloneAndGoneAfterTheRun() throws Exception {
        GatewayRun run = fixture.anthropic(upstream.url());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(run.socket())))
                .isEqualTo("rw-------");

        run.close();
        run.close();

        assertThat(run.socket()).doesNotExist();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void closingCutsWhatRunsOnBothSides() throws Exception {
        GatewayRun run = fixture.anthropic(upstream.url(Scenario.HANG_MID));
        try (SocketClient child = SocketClient.connect(run.socket())) {
            child.send(call(run, "{\"stream\":true}")).readHead();

            run.close();

            assertThatThrownBy(() -> {
                        while (true) {
                            child.readChunk();
                        }
                    })
                    .isInstanceOf(IOException.class);
        }
        assertThat(upstream.recorded().getFirst().awaitClosed(LIMIT)).isTrue();
        assertThat(upstream.recorded().getFirst().clientClosed()).isTrue();
    }

    @Test
    void closingTheGatewayClosesItsRuns() throws Exception {
        GatewayRun run = fixture.anthropic(upstream.url());

        fixture.close();

        assertThat(run.socket()).doesNotExist();
    }

    @Test
    void runsHaveTokensOfTheirOwn() throws Exception {
        assertThat(fixture.anthropic(upstream.url()).token())
                .matches("[A-Za-z0-9_-]{43}")
                .isNotEqualTo(fixture.anthropic(upstream.url()).token());
    }

    @Test
    void aPathThatNoSocketCanHaveIsRefused() {
        Path longPath = Path.of("/").resolve("x".repeat(107));

        assertThatThrownBy(() -> spec(longPath, GatewayFixture.KEY))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("108 bytes (expected: an absolute path of at most 107 bytes)");
        assertThatThrownBy(() -> spec(Path.of("relative"), GatewayFixture.KEY))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whatStandsAtThePathIsLeftAlone() throws Exception {
        Path taken = Files.writeString(folder.resolve("taken"), "theirs");

        assertThatThrownBy(() -> fixture.gateway.open(spec(taken, GatewayFixture.KEY)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(taken.toString());
        assertThat(taken).hasContent("theirs");
    }

    @Test
    void aDirectoryThatOthersMayWriteToIsRefused() throws Exception {
        Path open = Files.createDirectory(folder.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));

        assertThatThrownBy(() -> fixture.gateway.open(spec(open.resolve("s"), GatewayFixture.KEY)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("writable by its owner only");
        assertThat(open).isEmptyDirectory();
    }

    @Test
    void aSecretThatNoHeaderCanCarryIsRefusedWithoutBeingTold() {
        Login broken = new Login(Login.Kind.API_KEY, "real\r\nx: y", null);

        assertThatThrownBy(() -> fixture.gateway.open(spec(folder.resolve("s"), broken)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("real");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://192.0.2.1/",
                "http://127.0.0.1.example/",
                "ftp://127.0.0.1/",
                "https://user@host.example/",
                "https://host.example/?q=1",
                "https://host.example/#f",
                "https://host.example:70000/",
                "host.example",
                "https:///path",
                "not a url"
            })
    void anUpstreamThatIsNeitherTlsNorThisMachineIsRefused(String url) {
        assertThatThrownBy(() -> UpstreamUrl.of(url))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(url);
    }

    @Test
    void anUpstreamIsReadInItsParts() {
        assertThat(UpstreamUrl.of("https://api.example/v1/"))
                .isEqualTo(new UpstreamUrl(true, "api.example", 443, "/v1"));
        assertThat(UpstreamUrl.of("HTTP://[::1]:81")).isEqualTo(new UpstreamUrl(false, "::1", 81, ""));
        assertThat(UpstreamUrl.of("https://api.example").authority()).isEqualTo("api.example");
        assertThat(UpstreamUrl.of("http://[::1]:81").authority()).isEqualTo("[::1]:81");
    }

    /** Where it cannot be given to the child's user it is open, but not to whoever comes. */
    @Test
    void aSocketThatIsOpenServesOnlyTheUserItIsFor() throws Exception {
        long us = Integer.toUnsignedLong((Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
        GatewayRun forUs =
                fixture.gateway.open(spec(folder.resolve("us"), SocketAccess.openTo(us), GatewayFixture.KEY));
        GatewayRun forOthers =
                fixture.gateway.open(spec(folder.resolve("others"), SocketAccess.openTo(us + 1), GatewayFixture.KEY));

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(forOthers.socket())))
                .isEqualTo("rw-rw-rw-");
        try (SocketClient child = SocketClient.connect(forUs.socket())) {
            assertThat(child.send(call(forUs, "{}")).readHead().status()).isEqualTo(200);
        }
        try (SocketClient stranger = SocketClient.connect(forOthers.socket())) {
            assertThatThrownBy(() -> stranger.send(call(forOthers, "{}")).readHead())
                    .isInstanceOf(IOException.class);
        }
        assertThat(upstream.recorded()).hasSize(1);
    }

    private GatewaySpec spec(Path socket, Login login) {
        return spec(socket, SocketAccess.ours(), login);
    }

    private GatewaySpec spec(Path socket, SocketAccess access, Login login) {
        return new GatewaySpec(
                socket,
                access,
                UpstreamUrl.of(upstream.url()),
                login,
                LoginStyle.X_API_KEY,
                GatewayFixture.ANTHROPIC,
                GatewayFixture.BUDGET,
                fixture.observed::add);
    }
}
