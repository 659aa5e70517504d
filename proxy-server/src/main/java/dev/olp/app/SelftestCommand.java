package dev.olp.app;

import dev.olp.app.command.CommandContext;
import dev.olp.app.command.ExitCode;
import dev.olp.config.ConfigException;
import dev.olp.config.ConfigLoader;
import dev.olp.config.Home;
import dev.olp.config.LoadedConfig;
import dev.olp.confinement.Confinement;
import dev.olp.endpoint.SandboxHealth;
import dev.olp.gateway.Gateway;
import dev.olp.isolation.SandboxException;
import dev.olp.isolation.home.ThrowAwaySandbox;
import dev.olp.isolation.posix.NativePosix;
import dev.olp.isolation.posix.Posix;
import dev.olp.logins.LinkedLogins;
import dev.olp.logins.LoginPlaces;
import dev.olp.metrics.Metrics;
import dev.olp.registry.ModelRegistry;
import dev.olp.run.Proofs;
import dev.olp.run.ProviderRuntime;
import dev.olp.run.SandboxProof;
import dev.olp.run.Standing;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** {@code olp selftest}: what a start does in the background, now and from scratch, whether a server runs or not. */
@Command(
        name = "selftest",
        description = "Attack the sandbox, and each CLI's run in it, and tell how that went.",
        mixinStandardHelpOptions = true)
final class SelftestCommand implements Callable<Integer> {
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final JsonMapper JSON = JsonMapper.shared();

    private final CommandContext context;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    SelftestCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() throws InterruptedException {
        try {
            Home home = Home.open(context.environment());
            return test(home, ConfigLoader.load(context.environment(), home.root()));
        } catch (ConfigException | StartException | SandboxException | IOException e) {
            context.console().note(String.valueOf(e.getMessage()));
            return ExitCode.FAILURE;
        }
    }

    private int test(Home home, LoadedConfig loaded)
            throws StartException, SandboxException, IOException, InterruptedException {
        Posix posix = NativePosix.load();
        Path spawnRoot = SandboxSetup.spawnRoot(context.environment(), loaded, home, posix);
        ServerSecret secret = ServerSecret.at(home.root().resolve("secret"), context.random());
        Path kept = Files.createTempDirectory("olp-selftest-"); // nothing that was proven before counts
        try (ThrowAwaySandbox homes = new ThrowAwaySandbox(
                        spawnRoot, secret.derive("run-names"), context.random(), context.clock(), posix);
                Gateway gateway = Gateway.start(context.random())) {
            Confinement confinement = new Confinement(
                    SandboxSetup.choose(loaded, homes, posix, SandboxSetup.programFolders(home, spawnRoot)),
                    gateway,
                    Optional.empty(), // what goes out by itself cannot be proven
                    new LinkedLogins(new LoginPlaces(context.environment(), home.logins()), context.clock()));
            Optional<SandboxProof> sandbox =
                    ProofSetup.sandbox(confinement, homes, kept, context.random(), context.clock());
            Map<String, ProviderRuntime> providers = new ProviderSetup(
                            context.environment(),
                            home,
                            SandboxSetup.hasOtherUsers(loaded, posix),
                            confinement,
                            System::nanoTime,
                            new AllSlots(System::nanoTime, context.clock(), new Metrics().queues()))
                    .runtimes(loaded.config(), Optional.empty());
            try (Proofs proofs = ProofSetup.proofs(
                    confinement,
                    sandbox,
                    ModelRegistry.load(home.root()),
                    true,
                    kept,
                    context.random(),
                    context.clock(),
                    System::nanoTime)) {
                proofs.begin(providers.values());
                proofs.await(PATIENCE);
                ObjectNode report = JSON.createObjectNode();
                new SandboxHealth(confinement.walls().posture(), () -> sandbox.flatMap(SandboxProof::known), proofs)
                        .describe(report, providers);
                boolean good = providers.entrySet().stream()
                        .filter(each -> each.getValue().inventory().located().isPresent())
                        .allMatch(each -> proofs.standing(each.getKey()).state() == Standing.State.READY);
                tell(report);
                return good ? ExitCode.OK : ExitCode.FAILURE;
            }
        } finally {
            delete(kept);
        }
    }

    /** Files of verdicts, no folders. */
    private static void delete(Path folder) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }

    private void tell(ObjectNode report) {
        if (json) {
            context.console().line(JSON.writerWithDefaultPrettyPrinter().writeValueAsString(report));
            return;
        }
        context.console().line("posture   " + report.path("posture").asString(""));
        JsonNode test = report.path("self_test");
        context.console()
                .line("sandbox   " + test.path("passed").asInt(0) + " attacks refused, "
                        + test.path("failed").size() + " not");
        lines("FAILED    ", test.path("failed"));
        lines("skipped   ", test.path("skipped"));
        report.path("providers")
                .forEachEntry((id, provider) -> context.console()
                        .line("%-10s%s, tools off: %s%s"
                                .formatted(
                                        id,
                                        provider.path("state").asString(""),
                                        provider.path("proven").booleanValue() ? "proven" : "not proven",
                                        provider.path("reason").isNull()
                                                ? ""
                                                : ": " + provider.path("reason").asString(""))));
        lines("to do     ", report.path("remedy"));
    }

    private void lines(String name, JsonNode values) {
        values.forEach(value -> context.console().line(name + value.asString("")));
    }
}
