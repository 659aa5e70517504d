package dev.olp.gateway.egress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.olp.gateway.GatewayBudget;
import dev.olp.gateway.SocketClient;
import dev.olp.gateway.SocketClient.Head;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What does not pass, and that nothing of it reaches the host. */
@Timeout(60)
class EgressRefusalTest {
    @TempDir
    private Path folder;

    private EgressFixture fixture;
    private EgressRun run;

    @BeforeEach
    void start() throws IOException {
        fixture = new EgressFixture(folder);
        run = fixture.open();
    }

    @AfterEach
    void stop() throws IOException {
        fixture.close();
    }

    private static String why(SocketClient child, Head head) throws IOException {
        String body = new String(child.readBody(head), StandardCharsets.US_ASCII);
        assertThat(child.atEnd()).isTrue();
        return head.status() + " " + body;
    }

    private String answer(String said) throws IOException {
        try (SocketClient child = EgressFixture.connect(run)) {
            child.send(said);
            return why(child, child.readHead());
        }
    }

    private void assertNobodyWasDialled() throws IOException {
        fixture.host.setSoTimeout(1);
        assertThatThrownBy(fixture.host::accept).isInstanceOf(SocketTimeoutException.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "evil.example.com:443 | 403 not-on-allowlist", // E02
                "api.example.com:22 | 403 not-on-allowlist",
                "127.0.0.1:443 | 403 address-literal", // E03
                "[::1]:443 | 403 address-literal",
                "2130706433:443 | 403 address-literal", // E04
                "api.example.com%00:443 | 403 not-a-name", // E05
                "api.example.com/:443 | 403 not-a-name"
            })
    void aTargetThatIsNotOnTheListIsRefusedAndNotEvenLookedUp(String target, String answer) throws IOException {
        assertThat(answer(EgressFixture.head(target))).isEqualTo(answer);
        assertThat(fixture.lookups).hasValue(0);
        assertNobodyWasDialled();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET http://api.example.com/ HTTP/1.1\r\n\r\n", // E07
                "POST http://api.example.com/ HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello",
                "connect api.example.com:443 HTTP/1.1\r\n\r\n",
                "CONNECT api.example.com :443 HTTP/1.1\r\n\r\n", // E05
                "CONNECT\r\n\r\n",
                "nonsense\r\n\r\n"
            })
    void nothingButConnectIsSpoken(String said) throws IOException {
        assertThat(answer(said)).isEqualTo("405 not-connect");
        assertThat(run.refusals()).isEqualTo(Map.of(EgressRefusal.NOT_CONNECT, 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"evil\0.api.example.com", "api.example.com\0", "api.example.com\r\nx", "api.example\tcom"})
    void aControlCharacterIsInNoName(String name) throws IOException { // E05
        assertThat(answer(EgressFixture.head(name + ":" + fixture.port()))).matches("40[35] not-(a-name|connect)");
        assertThat(fixture.lookups).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "10.0.0.1",
                "169.254.169.254",
                "100.64.0.1",
                "fd00:ec2::254",
                "::1",
                "64:ff9b::7f00:1"
            })
    void aListedNameThatLeadsToADeniedAddressIsRefused(String address) throws Exception { // E06
        assertThat(answerOf(new PublicAddresses(Set::of), InetAddress.ofLiteral(address)))
                .isEqualTo("403 resolved-to-a-denied-address");
    }

    @Test
    void aListedNameThatLeadsToAnInterfaceOfThisMachineIsRefused() throws Exception { // E06
        InetAddress own = InetAddress.ofLiteral("93.184.215.14");
        assertThat(answerOf(new PublicAddresses(() -> Set.of(own)), own)).isEqualTo("403 resolved-to-a-denied-address");
    }

    @Test
    void oneDeniedAddressAmongAllowedOnesRefusesAll() throws Exception { // E06
        InetAddress denied = InetAddress.ofLiteral("127.0.0.9");
        InetAddress allowed = InetAddress.getLoopbackAddress();
        assertThat(answerOf(address -> !address.equals(denied), allowed, denied))
                .isEqualTo("403 resolved-to-a-denied-address");
        assertThat(answerOf(address -> true, allowed, denied)).as("the control").isEqualTo("200");
    }

    private String answerOf(AddressFilter filter, InetAddress... addresses) throws Exception {
        try (EgressFixture other = new EgressFixture(Files.createDirectories(folder.resolve("o")), filter)) {
            other.leadTo(addresses);
            try (SocketClient child = EgressFixture.connect(other.open())) {
                child.send(EgressFixture.head(EgressFixture.HOST + ":" + other.port()));
                Head head = child.readHead();
                assertThat(other.lookups)
                        .as("looked up once: what was checked is what is dialled")
                        .hasValue(1);
                return head.status() == 200 ? "200" : why(child, head);
            }
        }
    }

    @Test
    void aNameWithoutAddressAndAHostThatIsDownAreTold() throws Exception {
        fixture.leadTo();
        String asked = EgressFixture.head(EgressFixture.HOST + ":" + fixture.port());
        assertThat(answer(asked)).isEqualTo("502 no-such-host");
        fixture.leadTo(InetAddress.ofLiteral("127.0.0.9"));
        assertThat(answer(asked)).isEqualTo("502 host-unreachable");
    }

    static Stream<Arguments> notTheHello() { // E08
        byte[] hello = Hello.naming(EgressFixture.HOST);
        byte[] serverHello = hello.clone();
        serverHello[5] = 2;
        byte[] emptyFirst = new byte[hello.length + 5];
        System.arraycopy(new byte[] {22, 3, 1, 0, 0}, 0, emptyFirst, 0, 5);
        System.arraycopy(hello, 0, emptyFirst, 5, hello.length);
        byte[] broken = hello.clone();
        Arrays.fill(broken, 43, 80, (byte) -1);
        byte[] huge = {22, 3, 1, 0, 4, 1, 0, (byte) 0xff, (byte) 0xff};
        return Stream.of(
                arguments("another name", Hello.naming("evil.example.com"), EgressRefusal.OTHER_SERVER_NAME),
                arguments("a longer name", Hello.naming("api.example.com.evil.net"), EgressRefusal.OTHER_SERVER_NAME),
                arguments(
                        "another name in pieces",
                        Hello.inRecords(Hello.naming("evil.example.com"), 50),
                        EgressRefusal.OTHER_SERVER_NAME),
                arguments("no name", Hello.namingNobody(), EgressRefusal.NO_SERVER_NAME),
                arguments("a malformed hello", broken, EgressRefusal.NOT_TLS),
                arguments("a hello too large", huge, EgressRefusal.NOT_TLS),
                arguments("an empty record first", emptyFirst, EgressRefusal.NOT_TLS),
                arguments("another handshake message", serverHello, EgressRefusal.NOT_TLS),
                arguments("application data", new byte[] {23, 3, 3, 0, 1, 0}, EgressRefusal.NOT_TLS),
                arguments("an alert", new byte[] {21, 3, 3, 0, 2, 1, 0}, EgressRefusal.NOT_TLS),
                arguments(
                        "plain HTTP",
                        "GET / HTTP/1.1\r\nHost: api.example.com\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
                        EgressRefusal.NOT_TLS),
                arguments(
                        "another protocol",
                        "SSH-2.0-OpenSSH_9.2\r\n".getBytes(StandardCharsets.US_ASCII),
                        EgressRefusal.NOT_TLS));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("notTheHello")
    void aTunnelThatBeginsOtherwiseIsCutBeforeAByteGoesUp(String name, byte[] said, EgressRefusal why)
            throws Exception {
        try (SocketClient child = fixture.tunnel(run);
                Socket host = fixture.host.accept()) {
            child.send(said);
            assertThat(child.atEnd()).isTrue();
            assertThat(host.getInputStream().read()).isEqualTo(-1);
        }
        assertThat(run.refusals()).as(name).isEqualTo(Map.of(why, 1));
        assertThat(run.bytesUp()).isZero();
    }

    @Test
    void whoSpeaksBeforeTheAnswerIsCut() throws Exception {
        byte[] head =
                EgressFixture.head(EgressFixture.HOST + ":" + fixture.port()).getBytes(StandardCharsets.US_ASCII);
        byte[] hello = fixture.hello;
        byte[] both = Arrays.copyOf(head, head.length + hello.length);
        System.arraycopy(hello, 0, both, head.length, hello.length);
        try (SocketClient child = EgressFixture.connect(run)) {
            child.send(both);
            assertThat(child.atEnd()).isTrue();
        }
        assertThat(run.refusals()).containsOnlyKeys(EgressRefusal.SPOKE_TOO_SOON);
    }

    @Test
    void slowHeadsAndSlowHellosAreCut() throws Exception { // E10
        try (SocketClient silent = EgressFixture.connect(run);
                SocketClient slow = EgressFixture.connect(run);
                SocketClient mute = fixture.tunnel(run);
                SocketClient slowHello = fixture.tunnel(run);
                Socket host = fixture.host.accept()) {
            slow.send("CONNECT api.exa");
            slowHello.send(Arrays.copyOf(fixture.hello, 100));
            for (SocketClient each : List.of(silent, slow, mute, slowHello)) {
                assertThat(each.atEnd()).isTrue();
            }
            assertThat(host.getInputStream().read()).isEqualTo(-1);
        }
        assertThat(run.refusals()).isEqualTo(Map.of(EgressRefusal.HEAD_TOO_SLOW, 2, EgressRefusal.HELLO_TOO_SLOW, 2));
    }

    @Test
    void aHeadBeyondEightKibibytesIsRefused() throws Exception { // E11
        String target = EgressFixture.HOST + ":" + fixture.port();
        assertThat(answer(SocketClient.head("CONNECT " + target + " HTTP/1.1", "X: " + "x".repeat(8 << 10))))
                .isEqualTo("431 head-too-large");
        assertThat(answer(EgressFixture.head("a".repeat(2048) + ":443"))).isEqualTo("431 head-too-large");
        try (SocketClient child = EgressFixture.connect(run)) {
            child.send(SocketClient.head("CONNECT " + target + " HTTP/1.1", "X: " + "x".repeat(6 << 10)));
            assertThat(child.readHead().status()).as("the control").isEqualTo(200);
        }
    }

    @Test
    void ofFortyIdleConnectionsSixteenAreKept() throws Exception { // E11
        List<SocketClient> idle = new ArrayList<>();
        try {
            for (int each = 0; each < 40; each++) {
                idle.add(EgressFixture.connect(run));
            }
            int refused = 0;
            for (SocketClient each : idle) {
                if (!each.atEnd()) { // an answer: the others are kept until they are too slow
                    refused++;
                }
            }
            assertThat(refused).isEqualTo(24);
        } finally {
            for (SocketClient each : idle) {
                each.close();
            }
        }
        assertThat(run.refusals())
                .isEqualTo(Map.of(EgressRefusal.TOO_MANY_CONNECTIONS, 24, EgressRefusal.HEAD_TOO_SLOW, 16));
        fixture.tunnel(run).close();
    }

    @Test
    void connectsAreCountedRefusedOnesToo() throws Exception {
        EgressRun poor = fixture.open(new GatewayBudget(2, 1, 1, Duration.ofMinutes(1)));
        for (int status : List.of(403, 403, 429)) {
            try (SocketClient child = EgressFixture.connect(poor)) {
                child.send(EgressFixture.head("evil.example.com:443"));
                assertThat(child.readHead().status()).isEqualTo(status);
            }
        }
        assertThat(poor.refusals())
                .isEqualTo(Map.of(EgressRefusal.NOT_ON_ALLOWLIST, 2, EgressRefusal.CONNECTS_SPENT, 1));
    }
}
