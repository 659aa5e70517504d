package dev.olp.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.isolation.contract.DeploymentTier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigMappingTest {
    @TempDir
    Path home;

    @Test
    void without_a_file_and_variables_all_is_default() throws ConfigException {
        LoadedConfig loaded = ConfigLoader.load(Map.of(), home);

        assertThat(loaded.config()).isEqualTo(OlpConfig.DEFAULTS);
        assertThat(loaded.sources()).isEmpty();
        assertThat(loaded.sandboxDisabled()).isFalse();
        assertThat(loaded.ownerToken()).isEmpty();
    }

    @Test
    void the_defaults_are_these() {
        ProviderSettings provider = new ProviderSettings(
                true,
                null,
                null,
                2,
                null,
                16,
                120_000,
                null,
                120_000,
                120_000,
                600_000,
                false,
                0,
                Map.of(
                        "default",
                        new CredentialSettings(CredentialSettings.Source.AUTO, CredentialSettings.Renewal.VENDOR)));

        assertThat(OlpConfig.DEFAULTS)
                .isEqualTo(new OlpConfig(
                        new ServerSettings(
                                List.of("127.0.0.1", "::1"),
                                4567,
                                12_582_912,
                                75_000,
                                30_000,
                                List.of(),
                                512,
                                64,
                                new TlsSettings(null, null),
                                List.of(),
                                List.of("*")),
                        new AuthSettings(
                                false, false, List.of(), List.of("/health"), AuthSettings.DetailPolicy.OWNER_ONLY),
                        Map.of("anthropic", provider, "openai", provider, "mistral", provider),
                        new RoutingSettings(Map.of(), Map.of(), new BreakerSettings(5, 30_000), true),
                        new CacheSettings(true, 86_400, null, 1_048_576, false),
                        new StreamingSettings(15_000, false, false),
                        new RequestSettings(RequestSettings.Unsupported.WARN),
                        new IsolationSettings(
                                DeploymentTier.SHARED_OS_USER,
                                IsolationSettings.SandboxMode.REQUIRED,
                                IsolationSettings.UpstreamCache.PER_KEY,
                                IsolationSettings.CliUpdates.PROVE),
                        new AuditSettings(90, false, AuditSettings.OnFailure.SERVE, AuditSettings.ClientAddress.STORE),
                        new LimitSettings("UTC", new LimitSettings.LimitSet(60, 4), new LimitSettings.LimitSet(6, 1)),
                        new DashboardSettings(false),
                        new MetricsSettings(false),
                        new LogSettings(LogSettings.Level.INFO, LogSettings.FileUse.AUTO),
                        new AlertSettings(null, 90)));
    }

    @Test
    void every_key_reaches_its_component() throws IOException, ConfigException {
        write("""
                // none of these is a default
                {
                  "server": { "bind": ["10.0.0.1"], "port": 1, "max_body_bytes": 2048, "idle_timeout_ms": 1003,
                    "drain_timeout_ms": 4, "allowed_hosts": ["a.example"],
                    "max_connections": 500, "max_connections_per_address": 7,
                    "tls": { "certificate": "/c", "key": "/k" }, "trusted_proxies": ["10.0.0.0/8", "fd00::/8"],
                    "cors_origins": ["https://b.example"] },
                  "auth": { "allow_anonymous": true, "advertise_anonymous_key": true,
                    "anonymous_providers": ["openai"], "owner_only_endpoints": ["/x"],
                    "fallback_detail_header_policy": "none" },
                  "providers": {
                    "anthropic": { "enabled": false, "binary": "/b", "upstream": "http://[::1]:8080/p//",
                      "max_concurrent": 5, "max_concurrent_total": 25, "queue": 6, "queue_timeout_ms": 7, "accept_tier": "per-os-user",
                      "first_output_timeout_ms": 8, "idle_timeout_ms": 9, "total_timeout_ms": 10,
                      "quota_probe_enabled": true, "warm_spares": 8, "credentials": { "work": { "source": "auto", "renewal": "token-endpoint" } } },
                    "openai": { "queue": 0 } },
                  "routing": {
                    "chains": { "m": [ { "provider": "mistral", "model": "d" }, { "provider": "openai", "model": "g", "account": "*" } ] },
                    "soft_triggers": { "openai": { "five_hour_window_percent_threshold": 11,
                      "weekly_window_percent_threshold": 12, "daily_requests_threshold": 13, "credit_percent_threshold": 14 } },
                    "breaker": { "faults": 3, "pause_ms": 404 }, "remember_limits": false },
                  "cache": { "enabled": false, "ttl_seconds": 12, "max_bytes": 5000000000, "max_entry_bytes": 1413,
                    "sampled": true },
                  "streaming": { "heartbeat_interval_ms": 514, "whole_reply_padding": true,
                    "queue_position": true },
                  "requests": { "unsupported_parameters": "reject" },
                  "isolation": { "tier": "separate-vm", "sandbox": "preferred", "upstream_cache": "shared",
                    "cli_updates": "approve" },
                  "audit": { "retention_days": 15, "ndjson": true, "on_failure": "refuse", "client_address": "omit" },
                  "limits": { "time_zone": "Europe/Berlin", "default": { "requests_per_minute": 16, "concurrent": 17,
                      "requests_per_day": 20, "requests_per_week": 21, "requests_per_month": 22, "tokens_per_day": 23,
                      "tokens_per_month": 5000000000, "usd_per_month": 24.5 },
                    "anonymous": { "requests_per_minute": 18, "concurrent": 19 } },
                  "dashboard": { "allow_plain_http": true }, "metrics": { "loopback": true },
                  "logs": { "level": "trace", "file": "never" },
                  "alerts": {"webhook": "https://hook.example/x", "plan_percent_threshold": 75}
                }
                """);

        CredentialSettings auto =
                new CredentialSettings(CredentialSettings.Source.AUTO, CredentialSettings.Renewal.VENDOR);
        ProviderSettings defaults = ProviderSettings.DEFAULTS;
        assertThat(ConfigLoader.load(Map.of(), home).config())
                .isEqualTo(new OlpConfig(
                        new ServerSettings(
                                List.of("10.0.0.1"),
                                1,
                                2048,
                                1003,
                                4,
                                List.of("a.example"),
                                500,
                                7,
                                new TlsSettings("/c", "/k"),
                                List.of("10.0.0.0/8", "fd00::/8"),
                                List.of("https://b.example")),
                        new AuthSettings(true, true, List.of("openai"), List.of("/x"), AuthSettings.DetailPolicy.NONE),
                        Map.of(
                                "anthropic",
                                new ProviderSettings(
                                        false,
                                        "/b",
                                        "http://[::1]:8080/p",
                                        5,
                                        25,
                                        6,
                                        7,
                                        DeploymentTier.PER_OS_USER,
                                        8,
                                        9,
                                        10,
                                        true,
                                        8,
                                        Map.of(
                                                "default",
                                                auto,
                                                "work",
                                                new CredentialSettings(
                                                        CredentialSettings.Source.AUTO,
                                                        CredentialSettings.Renewal.TOKEN_ENDPOINT))),
                                "openai",
                                new ProviderSettings(
                                        true,
                                        null,
                                        null,
                                        2,
                                        null,
                                        0,
                                        120_000,
                                        null,
                                        120_000,
                                        120_000,
                                        600_000,
                                        false,
                                        0,
                                        Map.of("default", auto)),
                                "mistral",
                                defaults),
                        new RoutingSettings(
                                Map.of(
                                        "m",
                                        List.of(
                                                new HopSettings("mistral", "d", null),
                                                new HopSettings("openai", "g", "*"))),
                                Map.of("openai", new SoftTriggerSettings(11, 12, 13, 14)),
                                new BreakerSettings(3, 404),
                                false),
                        new CacheSettings(false, 12, 5_000_000_000L, 1413, true),
                        new StreamingSettings(514, true, true),
                        new RequestSettings(RequestSettings.Unsupported.REJECT),
                        new IsolationSettings(
                                DeploymentTier.SEPARATE_VM,
                                IsolationSettings.SandboxMode.PREFERRED,
                                IsolationSettings.UpstreamCache.SHARED,
                                IsolationSettings.CliUpdates.APPROVE),
                        new AuditSettings(15, true, AuditSettings.OnFailure.REFUSE, AuditSettings.ClientAddress.OMIT),
                        new LimitSettings(
                                "Europe/Berlin",
                                new LimitSettings.LimitSet(16, 17, 20L, 21L, 22L, 23L, 5_000_000_000L, 24.5),
                                new LimitSettings.LimitSet(18, 19)),
                        new DashboardSettings(true),
                        new MetricsSettings(true),
                        new LogSettings(LogSettings.Level.TRACE, LogSettings.FileUse.NEVER),
                        new AlertSettings(new Secret("https://hook.example/x"), 75)));
    }

    @Test
    void the_environment_wins_over_the_file() throws IOException, ConfigException {
        write("""
                { "server": { "port": 1, "bind": ["10.0.0.1"] }, "logs": { "level": "error" },
                  "providers": { "anthropic": { "binary": "/file/claude", "queue": 3 } } }
                """);
        LoadedConfig loaded = ConfigLoader.load(
                Map.of(
                        "OLP_PORT", "0",
                        "OLP_BIND", "127.0.0.1, ::1",
                        "OLP_LOG_LEVEL", "DEBUG",
                        "OLP_CLAUDE_BIN", "/env/claude",
                        "OLP_CODEX_BIN", "/env/codex",
                        "OLP_VIBE_BIN", "/env/vibe",
                        "OLP_SANDBOX_DISABLED", "1",
                        "OLP_OWNER_TOKEN", "a-long-enough-token"),
                home);

        OlpConfig config = loaded.config();
        assertThat(config.server().port()).isZero();
        assertThat(config.server().bind()).containsExactly("127.0.0.1", "::1");
        assertThat(config.logs().level()).isEqualTo(LogSettings.Level.DEBUG);
        assertThat(config.providers().values())
                .extracting(ProviderSettings::binary)
                .containsExactly("/env/claude", "/env/codex", "/env/vibe");
        assertThat(config.providers().get("anthropic")).extracting("queue").isEqualTo(3);
        assertThat(loaded.sandboxDisabled()).isTrue();
        assertThat(loaded.ownerToken()).isEqualTo(Optional.of(new Secret("a-long-enough-token")));
        assertThat(loaded.sources())
                .containsEntry("server.port", "OLP_PORT")
                .containsEntry("providers.openai.binary", "OLP_CODEX_BIN")
                .containsEntry("providers.anthropic.queue", "config.json")
                .doesNotContainKey("server.idle_timeout_ms");
    }

    @Test
    void an_empty_variable_counts_as_unset() throws ConfigException {
        Map<String, String> environment =
                Map.of("OLP_PORT", "", "OLP_OWNER_TOKEN", "", "OLP_SANDBOX_DISABLED", "", "OLP_CLAUDE_BIN", "");

        assertThat(ConfigLoader.load(environment, home)).isEqualTo(ConfigLoader.load(Map.of(), home));
    }

    @Test
    void the_seeds_form_of_enabled_is_understood() throws IOException, ConfigException {
        write("""
                { "providers": { "enabled": { "anthropic": true, "openai": false, "grok": false },
                  "openai": { "queue": 1 } } }
                """);
        Map<String, ProviderSettings> providers =
                ConfigLoader.load(Map.of(), home).config().providers();

        assertThat(providers).containsOnlyKeys("anthropic", "openai", "mistral");
        assertThat(providers.get("openai")).extracting("enabled", "queue").containsExactly(false, 1);
        assertThat(providers.get("anthropic")).extracting("enabled").isEqualTo(true);
    }

    private void write(String json) throws IOException {
        Files.writeString(home.resolve("config.json"), json);
    }
}
