package dev.olp.features.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.olp.fakeupstream.FakeUpstream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The built server, one for a test class: {@code @RegisterExtension static final OlpServer olp = OlpServer.with()….server()}.
 * It runs with a home, a runtime folder and an environment of its own, its providers pointed at a fake upstream. After
 * each test nothing of its runs may be left and the server must live; at the end it must stop in order.
 */
public final class OlpServer implements Caller, BeforeAllCallback, AfterEachCallback, AfterAllCallback {
    public static final String OWNER_TOKEN = "olp-owner-token-of-the-tests";

    /** In the server's environment, and never in a child's. */
    public static final String CANARY = "canary-5e1f0c";

    private static final Duration QUIET = Duration.ofSeconds(15);
    private static final Duration PROVEN = Duration.ofSeconds(90);
    private final Setup setup;
    private volatile @Nullable FakeUpstream upstream;
    private @Nullable Installation installation;
    private @Nullable ServerProcess process;
    private @Nullable Notes notes;
    private @Nullable SelfMade certificate;
    private int port;

    OlpServer(Setup setup) {
        this.setup = setup;
    }

    public static Setup with() {
        return new Setup();
    }

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        open();
    }

    /** For a test that has it alone. */
    public void open() throws Exception {
        upstream = FakeUpstream.start();
        installation = Installation.create(setup);
        if (setup.usesStandIns()) {
            notes = new Notes(installation.standIns());
        }
        if (setup.usesTls()) {
            setup.set(
                    "/server/tls/certificate",
                    Bodies.quote(tlsFolder().resolve("certificate.pem").toString()));
            setup.set(
                    "/server/tls/key",
                    Bodies.quote(tlsFolder().resolve("key.pem").toString()));
            renewCertificate();
        }
        Files.writeString(configFile(), setup.configuration(upstream()));
        start();
    }

    /** Changes config.json; the running server is not told. */
    public void edit(Consumer<ObjectNode> change) throws IOException {
        installation().edit(change);
    }

    /** Puts another config.json in the place of the one that is there. */
    public void write(String configuration) throws IOException {
        installation().write(configuration);
    }

    public Path configFile() {
        return installation().configFile();
    }

    /** Starts it, again after {@link #stop} or {@link #kill}. */
    public void start() throws IOException {
        process = launched();
        port = process().awaitPort();
        awaitProven();
    }

    /** Starts it and ends it by SIGKILL after that while, wherever it has got to. */
    public void startAndKill(Duration after) throws IOException, InterruptedException {
        process = launched();
        LockSupport.parkNanos(after.toNanos()); // the random moment; no assertion waits for it
        kill();
    }

    /** Until every CLI was probed, proven and tried; what they noted and asked for meanwhile is no test's business. */
    private void awaitProven() {
        await().atMost(PROVEN)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> !isProving(get("/health").json()));
        if (notes != null) {
            notes.forget();
        }
        upstream().forget();
    }

    private static boolean isProving(JsonNode health) {
        JsonNode sandbox = health.path("sandbox");
        // without a sandbox a CLI is tried with tools when somebody first asks
        boolean tried = !sandbox.path("posture").asString("").equals("off");
        return sandbox.path("providers").properties().stream().anyMatch(provider -> {
            String state = provider.getValue().path("state").asString("");
            String tools = health.path("providers")
                    .path(provider.getKey())
                    .path("tools")
                    .asString("");
            return state.equals("proving") || (tried && state.equals("ready") && tools.equals("unknown"));
        });
    }

    /** Ends it in order and waits. */
    public int stop() throws InterruptedException {
        process().terminate();
        return process().awaitExit();
    }

    /** Tells it to stop, and does not wait. */
    public void terminate() {
        process().terminate();
    }

    /** Waits for an end that was asked for in another way. */
    public int awaitExit() throws InterruptedException {
        return process().awaitExit();
    }

    /** Ends it by SIGKILL and waits. */
    public void kill() throws InterruptedException {
        process().kill();
        process().awaitExit();
    }

    @Override
    public void afterEach(ExtensionContext context) {
        if (process().isAlive()) {
            assertNothingLeft();
        }
        upstream().forget();
    }

    @Override
    public void afterAll(ExtensionContext context) throws Exception {
        close();
    }

    /** Ends what {@link #open} began; nothing may be left. */
    public void close() throws Exception {
        try {
            if (process != null && process.isAlive()) {
                assertThat(stop()).as(() -> "exit code; log: " + log()).isIn(0, 143);
            }
            if (process != null) {
                assertThat(leftovers().processes(process.pid())).isEmpty();
                assertThat(leftovers().homes()).isEmpty();
            }
        } finally {
            if (process != null) {
                process.close();
            }
            upstream().close();
            if (notes != null) {
                notes.close();
            }
            installation().remove();
        }
    }

    /** Waits until no process and no home of any run is left. */
    public void assertNothingLeft() {
        await().atMost(QUIET).pollInterval(Duration.ofMillis(20)).untilAsserted(() -> {
            assertThat(processes()).as("processes of runs").isEmpty();
            assertThat(homes()).as("homes of runs").isEmpty();
        });
        assertThat(process().isAlive()).as("the server lives").isTrue();
    }

    /** Living processes of runs, whatever group or session they moved to. */
    public List<String> processes() {
        return leftovers().processes(process().pid());
    }

    public List<Path> homes() {
        return leftovers().homes();
    }

    public int port() {
        return port;
    }

    public long pid() {
        return process().pid();
    }

    public FakeUpstream upstream() {
        return present(upstream);
    }

    /** Ends the fake upstream with all its connections, and starts another in its place. */
    public void restartUpstream() {
        int same = upstream().port();
        upstream().close();
        upstream = FakeUpstream.start(same, InstantSource.system());
    }

    /** OLP_HOME. */
    public Path home() {
        return installation().home();
    }

    /** A path as the running server sees it, where it has a file system of its own there. */
    public Path seen(Path path) {
        return Path.of("/proc", Long.toString(pid()), "root")
                .resolve(path.toString().substring(1));
    }

    /** RUNTIME_DIRECTORY. */
    public Path runtimeFolder() {
        return installation().runtime();
    }

    /** All that the stand-ins noted under that name. */
    public List<String> notes(String name) {
        return present(notes).of(name);
    }

    /** The same with what was noted while it was proven, before any test. */
    public List<String> allNotes(String name) {
        return present(notes).all(name);
    }

    /** All that the server printed and logged so far. */
    public String log() {
        return process().log();
    }

    /** The {@code olp} command beside the running server, on the same home. */
    public OlpCommand command(String... arguments) throws IOException, InterruptedException {
        return installation().command(Map.of(), arguments);
    }

    /** The same with other variables; an empty one counts as unset. */
    public OlpCommand command(Map<String, String> changes, String... arguments)
            throws IOException, InterruptedException {
        return installation().command(changes, arguments);
    }

    /** The same in a terminal of its own; what it printed is in {@link OlpCommand#out}, with plain line ends. */
    public OlpCommand inTerminal(Map<String, String> changes, String... arguments)
            throws IOException, InterruptedException {
        return installation().inTerminal(changes, arguments);
    }

    @Override
    public String token() {
        return OWNER_TOKEN;
    }

    @Override
    public RawHttp connect() throws IOException {
        return certificate == null ? RawHttp.connect(port) : RawHttp.connect(port, certificate.trusting());
    }

    /** Makes another certificate, puts it where the server's is and trusts no other from now on. */
    public void renewCertificate() throws IOException, InterruptedException {
        certificate = SelfMade.make(tlsFolder());
        certificate.writeTo(tlsFolder());
    }

    /** Holds {@code certificate.pem} and {@code key.pem}. */
    public Path tlsFolder() {
        return installation().tls();
    }

    private ServerProcess launched() throws IOException {
        return ServerProcess.start(installation().root(), installation().environment(), setup.wrapping());
    }

    private Leftovers leftovers() {
        return new Leftovers(installation().runtime());
    }

    private Installation installation() {
        return present(installation);
    }

    private ServerProcess process() {
        return present(process);
    }

    private static <T> T present(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("the server was not started; register it as a static extension");
        }
        return value;
    }
}
