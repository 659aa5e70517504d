package dev.olp.isolation.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class IsolationContractTest {
    @Test
    void an_empty_declaration_promises_nothing_and_demands_most() {
        IsolationContract contract = ContractDeclaration.read(Map.of());
        assertThat(contract.credentialMounts()).isEmpty();
        assertThat(contract.requiredHomePaths()).isEmpty();
        assertThat(contract.hasInnerSandbox()).isFalse();
        assertThat(contract.crossTenantReadProtection()).isEqualTo(ReadProtection.NONE);
        assertThat(contract.recommendedDeploymentTier()).isEqualTo(DeploymentTier.SEPARATE_VM);
        assertThat(contract.egressHosts()).isEmpty();
        assertThat(contract.credentialMode()).isEqualTo(CredentialMode.GATEWAY);
        assertThat(contract.environment("/home/u", "key", "request")).isEmpty();
        assertThat(contract.harden(List.of("-p", "x"))).containsExactly("-p", "x");
    }

    @Test
    void a_full_declaration_is_read_field_by_field() {
        EnvironmentOverrides overrides = (root, key, request) -> Map.of("HOME", root, "CODEX_HOME", root + "/.codex");
        ToolHardening hardening = argv -> {
            argv.add("--tools");
            return argv;
        };
        IsolationContract contract = ContractDeclaration.read(Map.of(
                "ephemeralEnvOverrides",
                overrides,
                "credentialMounts",
                List.of(Map.of("source", "/var/lib/olp/auth.json", "destination", ".codex/auth.json")),
                "requiredHomePaths",
                List.of(".codex"),
                "hasInnerSandbox",
                true,
                "crossTenantReadProtection",
                "inner-sandbox",
                "recommendedDeploymentTier",
                "per-os-user",
                "toolHardeningArgs",
                hardening,
                "egressHosts",
                List.of("api.example.com:443"),
                "credentialMode",
                "symlink"));
        assertThat(contract)
                .isEqualTo(new IsolationContract(
                        overrides,
                        List.of(new CredentialMount("/var/lib/olp/auth.json", ".codex/auth.json")),
                        List.of(".codex"),
                        true,
                        ReadProtection.INNER_SANDBOX,
                        DeploymentTier.PER_OS_USER,
                        hardening,
                        List.of(new EgressHost("api.example.com", 443)),
                        CredentialMode.SYMLINK));
        assertThat(contract.environment("/home/u", "k", "r"))
                .containsOnly(Map.entry("HOME", "/home/u"), Map.entry("CODEX_HOME", "/home/u/.codex"));
        List<String> argv = List.of("-p");
        assertThat(contract.harden(argv)).containsExactly("-p", "--tools");
        assertThat(argv).containsExactly("-p");
    }

    static Stream<Arguments> wrong_types() {
        return Stream.of(
                Arguments.of("ephemeralEnvOverrides", Map.of("HOME", "/x"), "EnvironmentOverrides"),
                Arguments.of("credentialMounts", "/etc/passwd", "List"),
                Arguments.of("credentialMounts", List.of("/etc/passwd"), "Map"),
                Arguments.of("credentialMounts", List.of(Map.of("source", "/a")), "source and destination"),
                Arguments.of(
                        "credentialMounts",
                        List.of(Map.of("source", "/a", "destination", "b", "mode", "rw")),
                        "source and destination"),
                Arguments.of("credentialMounts", List.of(Map.of("source", 1, "destination", "b")), "String"),
                Arguments.of("requiredHomePaths", ".claude", "List"),
                Arguments.of("requiredHomePaths", List.of(1), "String"),
                Arguments.of("requiredHomePaths", Collections.singletonList(null), "String"),
                Arguments.of("hasInnerSandbox", "true", "Boolean"),
                Arguments.of("hasInnerSandbox", null, "Boolean"),
                Arguments.of("crossTenantReadProtection", "Tool-Suppression", "one of tool-suppression, inner-sandbox"),
                Arguments.of("crossTenantReadProtection", true, "String"),
                Arguments.of("recommendedDeploymentTier", "vm", "one of shared-os-user, per-os-user, separate-vm"),
                Arguments.of("toolHardeningArgs", List.of("--tools"), "ToolHardening"),
                Arguments.of("egressHosts", "api.example.com:443", "List"),
                Arguments.of("credentialMode", "", "one of gateway, access-token, symlink"),
                Arguments.of("credentialMode", "symlink", "a credentialMount to link"),
                Arguments.of("crossTenantReadProtection", "inner-sandbox", "hasInnerSandbox: true"));
    }

    @ParameterizedTest
    @MethodSource("wrong_types")
    void a_field_of_the_wrong_shape_is_refused_by_name(String field, @Nullable Object value, String expected) {
        Map<String, @Nullable Object> declared = new HashMap<>();
        declared.put(field, value);
        assertThatExceptionOfType(InvalidContractException.class)
                .isThrownBy(() -> ContractDeclaration.read(declared))
                .withMessageContaining(field)
                .withMessageContaining(expected);
    }

    @Test
    void an_unknown_field_is_refused_by_name() {
        refused(Map.of("crossTenantReadProtecton", "none"), "crossTenantReadProtecton");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/etc", "..", "a/../b", "./a", "a//b", "a/", "~", "~/x", "a\0b", "a/~root"})
    void a_destination_that_is_not_plainly_inside_is_refused(String path) {
        refused(Map.of("requiredHomePaths", List.of(path)), "requiredHomePaths");
        refused(
                Map.of("credentialMounts", List.of(Map.of("source", "/a", "destination", path))),
                "credentialMounts.destination");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "~/.claude/x", "/~/x", "/a/../b", "/a\0", "/", "//a"})
    void a_source_that_is_not_plainly_absolute_is_refused(String path) {
        refused(
                Map.of("credentialMounts", List.of(Map.of("source", path, "destination", "a"))),
                "credentialMounts.source");
    }

    @Test
    void what_must_be_unique_is_refused_twice() {
        refused(Map.of("requiredHomePaths", List.of("a", "a")), "requiredHomePaths: a");
        refused(Map.of("egressHosts", List.of("a.b:1", "a.b:1")), "egressHosts: a.b:1");
        refused(
                Map.of(
                        "credentialMounts",
                        List.of(
                                Map.of("source", "/a", "destination", "x"),
                                Map.of("source", "/b", "destination", "x"))),
                "credentialMounts.destination: x");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "api.example.com",
                "api.example.com:",
                "api.example.com:0",
                "api.example.com:65536",
                "api.example.com:0443",
                "api.example.com:4x",
                "*.example.com:443",
                "example.com.:443",
                "Example.com:443",
                "localhost:443",
                "127.0.0.1:443",
                "127.1:443",
                "0x7f.0.0.1:443",
                "a.0x7f:443",
                "[::1]:443",
                "a@b.com:443",
                "https://a.com:443",
                "a.com/x:443",
                "-a.com:443",
                "ａ.com:443",
                "a.com\0.b.com:443",
                ":443"
            })
    void an_egress_host_that_is_no_exact_name_and_port_is_refused(String host) {
        refused(Map.of("egressHosts", List.of(host)), "egressHosts");
    }

    static Stream<Arguments> bad_overrides() {
        return Stream.of(
                Arguments.of(Map.of("home", "/x"), "home"),
                Arguments.of(Map.of("A-B", "/x"), "A-B"),
                Arguments.of(Map.of("A=B", "/x"), "A=B"),
                Arguments.of(Map.of("", "/x"), "[A-Z_]"),
                Arguments.of(Map.of("1A", "/x"), "1A"),
                Arguments.of(Map.of("A\0", "/x"), "A?"),
                Arguments.of(Map.of("A", "x\0y"), "x?y"),
                Arguments.of(Collections.singletonMap("A", null), "null"),
                Arguments.of(Collections.singletonMap(null, "a"), "null"));
    }

    @ParameterizedTest
    @MethodSource("bad_overrides")
    void a_launch_with_bad_overrides_fails_loudly(Map<String, String> overrides, String named) {
        IsolationContract contract = ContractDeclaration.read(
                Map.of("ephemeralEnvOverrides", (EnvironmentOverrides) (root, key, request) -> overrides));
        assertThatExceptionOfType(InvalidContractException.class)
                .isThrownBy(() -> contract.environment("/home/u", "k", "r"))
                .withMessageContaining("ephemeralEnvOverrides")
                .withMessageContaining(named);
    }

    @Test
    void a_launch_with_bad_arguments_fails_loudly() {
        for (List<@Nullable String> bad : List.of(Arrays.asList("a", null), Arrays.<@Nullable String>asList("a\0b"))) {
            @SuppressWarnings({"NullAway", "unchecked"}) // what foreign code may return
            ToolHardening hardening = argv -> (List<String>) (List<?>) bad;
            IsolationContract contract = ContractDeclaration.read(Map.of("toolHardeningArgs", hardening));
            assertThatExceptionOfType(InvalidContractException.class)
                    .isThrownBy(() -> contract.harden(List.of()))
                    .withMessageContaining("toolHardeningArgs");
        }
    }

    @Test
    void a_tier_holds_for_itself_and_what_is_weaker() {
        assertThat(DeploymentTier.PER_OS_USER.holds(DeploymentTier.SHARED_OS_USER))
                .isTrue();
        assertThat(DeploymentTier.PER_OS_USER.holds(DeploymentTier.PER_OS_USER)).isTrue();
        assertThat(DeploymentTier.PER_OS_USER.holds(DeploymentTier.SEPARATE_VM)).isFalse();
    }

    private static void refused(Map<String, Object> declared, String named) {
        assertThatExceptionOfType(InvalidContractException.class)
                .isThrownBy(() -> ContractDeclaration.read(declared))
                .withMessageContaining(named);
    }
}
