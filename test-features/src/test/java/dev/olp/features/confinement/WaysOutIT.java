package dev.olp.features.confinement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.olp.confinement.ConfinedRun;
import dev.olp.confinement.Confinement;
import dev.olp.confinement.ConfinementException;
import dev.olp.confinement.NoSandbox;
import dev.olp.confinement.OuterSandbox;
import dev.olp.confinement.RunWish;
import dev.olp.confinement.Walls;
import dev.olp.features.attacks.ReachableFolder;
import dev.olp.gateway.Gateway;
import dev.olp.gateway.egress.EgressGate;
import dev.olp.isolation.ChildSignal;
import dev.olp.isolation.ChildSpec;
import dev.olp.isolation.OutputLimits;
import dev.olp.isolation.SandboxException;
import dev.olp.isolation.bubblewrap.BubblewrapSandbox;
import dev.olp.isolation.bubblewrap.NativeTools;
import dev.olp.isolation.bubblewrap.Profile;
import dev.olp.isolation.bubblewrap.SandboxSpec;
import dev.olp.isolation.bubblewrap.ServiceUser;
import dev.olp.isolation.bubblewrap.TmpfsSizes;
import dev.olp.isolation.contract.ContractDeclaration;
import dev.olp.isolation.contract.DeploymentTier;
import dev.olp.isolation.home.ThrowAwaySandbox;
import dev.olp.isolation.posix.NativePosix;
import dev.olp.logins.LinkedLogins;
import dev.olp.logins.LoginPlaces;
import dev.olp.provider.Login;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs of contracts that cannot be steered through a gateway, in the product's own launch. */
@Tag("identity")
class WaysOutIT {
    private static final Duration LONGEST = Duration.ofSeconds(20);
    private static final Login TOKEN = new Login(Login.Kind.OAUTH_TOKEN, "short-lived-token", null);
    private static final int SECRET_BYTES = 32;

    @TempDir(factory = ReachableFolder.class)
    Path reachable;

    private ServerSocket host;
    private ThrowAwaySandbox homes;
    private Gateway gateway;
    private EgressGate gate;
    private Path operators;

    @BeforeEach
    void open() throws Exception {
        host = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        gateway = Gateway.start(new SecureRandom());
        gate = EgressGate.start(name -> List.of(InetAddress.getLoopbackAddress()), address -> true);
        Path root = Files.createDirectory(reachable.resolve("runs"));
        homes = new ThrowAwaySandbox(
                root, new byte[SECRET_BYTES], new SecureRandom(), InstantSource.system(), NativePosix.load());
        operators =
                Files.createDirectories(reachable.resolve("operator/.claude")).resolve(".credentials.json");
        Files.writeString(operators, login("old", Duration.ofMinutes(1)));
        Files.setPosixFilePermissions(operators, PosixFilePermissions.fromString("rw-------"));
    }

    @AfterEach
    void close() throws Exception {
        try (ServerSocket _ = host;
                ThrowAwaySandbox _ = homes;
                Gateway _ = gateway;
                EgressGate _ = gate) {
            // in the reverse order
        }
    }

    @Test
    void a_listed_host_is_reached_through_the_gate_and_nothing_else_is() throws Exception {
        String listed = "api.olp-test.example:" + host.getLocalPort();
        Scripted provider = new Scripted(
                "anthropic",
                ContractDeclaration.read(Map.of("credentialMode", "access-token", "egressHosts", List.of(listed))));
        String script = """
                #!/bin/bash
                echo "token $TOKEN"
                echo "proxy $HTTPS_PROXY"
                ask() {
                  exec 3<>/dev/tcp/127.0.0.1/3128
                  printf 'CONNECT %%s HTTP/1.1\\r\\nHost: %%s\\r\\n\\r\\n' "$1" "$1" >&3
                  read -r line <&3; echo "$1 ${line%%$'\\r'}"; exec 3>&-
                }
                ask %s
                ask other.olp-test.example:443
                (exec 3<>/dev/tcp/127.0.0.1/%d) 2>/dev/null && echo "reached the host itself"
                exit 0
                """.formatted(listed, host.getLocalPort());

        assertThat(run(sandboxed(), provider, script, Map.of("TOKEN", TOKEN.secret())))
                .containsExactly(
                        "token short-lived-token",
                        "proxy http://127.0.0.1:3128",
                        listed + " HTTP/1.1 200 Connection established",
                        "other.olp-test.example:443 HTTP/1.1 403 Forbidden");
    }

    @Test
    void a_login_that_a_run_renewed_through_its_link_is_carried_back() throws Exception {
        String fresh = login("new", Duration.ofHours(8));
        List<String> told = run(new NoSandbox(homes), linking(), """
                #!/bin/bash
                cd "$HOME/.claude"; [ -L .credentials.json ] && echo linked
                umask 077; printf '%%s' '%s' >fresh; mv fresh .credentials.json
                """.formatted(fresh), Map.of());
        assertThat(told).containsExactly("linked");
        assertThat(operators).hasContent(fresh).isRegularFile();
    }

    @Test
    void a_file_of_the_operators_is_linked_into_no_sandbox() throws Exception {
        assertThatThrownBy(() -> run(sandboxed(), linking(), "#!/bin/bash\n", Map.of()))
                .isInstanceOf(ConfinementException.class)
                .hasMessageContaining("symlink")
                .hasMessageContaining("isolation.sandbox");
        assertThat(Files.readString(operators)).contains("refresh-old");
    }

    private Scripted linking() {
        return new Scripted(
                "anthropic",
                ContractDeclaration.read(Map.of(
                        "credentialMode",
                        "symlink",
                        "credentialMounts",
                        List.of(Map.of("source", operators.toString(), "destination", ".claude/.credentials.json")))));
    }

    private Walls sandboxed() throws SandboxException {
        NativePosix posix = NativePosix.load();
        boolean root = posix.effectiveUserId() == 0;
        return new OuterSandbox(
                new BubblewrapSandbox(
                        homes,
                        SandboxSpec.of(Profile.USR),
                        root ? Optional.of(ServiceUser.find("nobody")) : Optional.empty(),
                        posix),
                TmpfsSizes.DEFAULT,
                NativeTools.unpack(reachable.resolve("native"), posix.effectiveUserId(), true),
                DeploymentTier.SHARED_OS_USER);
    }

    /** What the script printed, to its end. */
    private List<String> run(Walls walls, Scripted provider, String script, Map<String, String> environment)
            throws Exception {
        Path program = Files.writeString(reachable.resolve("scripted"), script);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        LinkedLogins links = new LinkedLogins(
                new LoginPlaces(Map.of("HOME", reachable.resolve("operator").toString()), reachable.resolve("store")),
                Clock.systemUTC());
        Confinement confinement = new Confinement(walls, gateway, Optional.of(gate), links);
        List<String> lines = new ArrayList<>();
        try (ConfinedRun run = confinement.open(
                new RunWish("tenant", "request", provider, program, "default", TOKEN, null, LONGEST, limits -> {}))) {
            run.start(new ChildSpec(
                    program, List.of(), environment, List.of(".claude"), List.of(), false, OutputLimits.DEFAULT));
            while (run.run().next(LONGEST) instanceof ChildSignal.Line line) {
                lines.add(new String(line.bytes(), StandardCharsets.UTF_8));
            }
        }
        return lines;
    }

    private static String login(String name, Duration life) {
        return "{\"claudeAiOauth\":{\"accessToken\":\"access-%1$s\",\"refreshToken\":\"refresh-%1$s\",\"expiresAt\":%2$d}}"
                .formatted(name, InstantSource.system().instant().plus(life).toEpochMilli());
    }
}
