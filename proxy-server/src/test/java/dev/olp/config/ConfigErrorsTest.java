package dev.olp.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is wrong is told by its path, its value and what would be right. */
class ConfigErrorsTest {
    @TempDir
    Path home;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"server":{"port":"0x"}}                     | server.port: 0x (expected: 0-65535)
            {"server":{"port":65536}}                    | server.port: 65536 (expected: 0-65535)
            {"server":{"port":-1}}                       | server.port: -1 (expected: 0-65535)
            {"server":{"port":80.5}}                     | server.port: 80.5 (expected: 0-65535)
            {"server":{"port":null}}                     | server.port: null (expected: 0-65535)
            {"server":{"port":99999999999999999999}}     | server.port: 99999999999999999999 (expected: 0-65535)
            {"server":{"prot":80}}                       | server.prot (expected: a known key; did you mean port?)
            {"sever":{}}                                 | sever (expected: a known key; did you mean server?)
            {"server":[]}                                | server: [] (expected: an object {…})
            {"server":null}                              | server: null (expected: an object {…})
            {"server":{"bind":"127.0.0.1"}}              | server.bind: 127.0.0.1 (expected: a list […])
            {"server":{"bind":["everywhere"]}}           | server.bind: ["everywhere"] (expected: IP addresses such as 127.0.0.1 or ::1)
            {"server":{"bind":[]}}                       | server.bind: [] (expected: IP addresses such as 127.0.0.1 or ::1)
            {"server":{"bind":[7]}}                      | server.bind[0]: 7 (expected: a text in quotes)
            {"server":{"max_body_bytes":1023}}           | server.max_body_bytes: 1023 (expected: 1024-1073741824)
            {"server":{"tls":{"certificate":"/c"}}}      | server.tls.certificate: /c (expected: null, or a key beside it)
            {"server":{"tls":{"key":"k.pem"}}}           | server.tls.key: k.pem (expected: an absolute path)
            {"server":{"trusted_proxies":["10.0.0.0/33"]}} | server.trusted_proxies: ["10.0.0.0/33"] (expected: IP addresses or networks such as 10.0.0.0/8)
            {"server":{"allowed_hosts":["a b"]}}         | server.allowed_hosts: ["a b"] (expected: host names without spaces)
            {"auth":{"allow_anonymous":"yes"}}           | auth.allow_anonymous: yes (expected: true or false)
            {"auth":{"fallback_detail_header_policy":"owner"}} | auth.fallback_detail_header_policy: owner (expected: one of owner_only, all, none)
            {"auth":{"anonymous_providers":["claude"]}}  | auth.anonymous_providers: ["claude"] (expected: of anthropic, openai, mistral)
            {"auth":{"owner_only_endpoints":["health"]}} | auth.owner_only_endpoints: ["health"] (expected: paths such as /health)
            {"providers":{"antropic":{}}}                | providers.antropic (expected: a known key; did you mean anthropic?)
            {"providers":{"anthropic":true}}             | providers.anthropic: true (expected: an object {…})
            {"providers":{"anthropic":{"bin":"/x"}}}     | providers.anthropic.bin (expected: a known key; did you mean binary?)
            {"providers":{"anthropic":{"binary":"claude"}}} | providers.anthropic.binary: claude (expected: an absolute path)
            {"providers":{"openai":{"upstream":"ftp://x"}}} | providers.openai.upstream: ftp://x (expected: https://host[:port][/path], or http:// to a loopback address; no user, query or fragment)
            {"providers":{"openai":{"upstream":"http://gateway.example"}}} | providers.openai.upstream: http://gateway.example (expected: https://host[:port][/path], or http:// to a loopback address; no user, query or fragment)
            {"providers":{"openai":{"upstream":"https://me:pw@x"}}} | providers.openai.upstream: *** (expected: https://host[:port][/path], or http:// to a loopback address; no user, query or fragment)
            {"providers":{"openai":{"accept_tier":"root"}}} | providers.openai.accept_tier: root (expected: one of shared-os-user, per-os-user, separate-vm)
            {"providers":{"openai":{"credentials":{"work":{"renewal":"own"}}}}} | providers.openai.credentials.work.renewal: own (expected: one of vendor, token-endpoint)
            {"providers":{"mistral":{"credentials":{"default":{"renewal":"token-endpoint"}}}}} | providers.mistral.credentials.default.renewal: token-endpoint (expected: vendor: a login of mistral is a key, which has nothing to renew)
            {"providers":{"openai":{"credentials":{"work":{"source":"file"}}}}} | providers.openai.credentials.work.source: file (expected: one of auto)
            {"providers":{"enabled":{"grok":true}}}      | providers.grok.enabled: true (expected: false: this OLP has no adapter for it)
            {"providers":{"enabled":{"openai":true},"openai":{"enabled":false}}} | providers.enabled.openai: true (expected: the same as providers.openai.enabled)
            {"providers":{"enabled":{"openai":"on"}}}    | providers.openai.enabled: on (expected: true or false)
            {"routing":{"chains":{"m":[]}}}              | routing.chains: {"m":[]} (expected: 1-16 hops a chain)
            {"routing":{"chains":{"m":[{"provider":"openai"}]}}} | routing.chains.m[0].model (expected: a value: this key is required here)
            {"routing":{"chains":{"m":[{"provider":"claude","model":"x"}]}}} | routing.chains.m[0].provider: claude (expected: anthropic, openai, mistral)
            {"routing":{"soft_triggers":{"openai":{"five_hour_window_percent_threshold":101}}}} | routing.soft_triggers.openai.five_hour_window_percent_threshold: 101 (expected: 1-100)
            {"cache":{"max_bytes":-1}}                   | cache.max_bytes: -1 (expected: 0-1099511627776)
            {"limits":{"time_zone":"Mars/Olympus"}}      | limits.time_zone: Mars/Olympus (expected: a time zone such as UTC or Europe/Berlin)
            {"limits":{"default":{"concurrent":0}}}      | limits.default.concurrent: 0 (expected: 1-10000)
            {"limits":{"default":{"tokens_per_day":0}}}  | limits.default.tokens_per_day: 0 (expected: 1-1000000000000)
            {"limits":{"anonymous":{"usd_per_month":"5"}}} | limits.anonymous.usd_per_month: 5 (expected: 1-1000000)
            {"limits":{"default":{"usd_per_month":0}}}   | limits.default.usd_per_month: 0 (expected: 1-1000000)
            {"logs":{"level":"loud"}}                    | logs.level: loud (expected: one of error, warn, info, debug, trace)
            {"streaming":{"heartbeat_interval_ms":49}}   | streaming.heartbeat_interval_ms: 49 (expected: 50-600000, or 0 for never)
            {"streaming":{"queue_position":1}}           | streaming.queue_position: 1 (expected: true or false)
            {"streaming":{"whole_reply_padding":1}}      | streaming.whole_reply_padding: 1 (expected: true or false)
            {"owner_token":"olp_abc"}                    | owner_token (expected: a known key; nearest is server, known are server, auth, providers, routing, cache, streaming, requests, isolation, audit, limits, dashboard, metrics, logs, alerts)
            []                                           | config.json (expected: an object {…})
            """)
    void one_problem_is_told(String json, String message) throws IOException {
        assertThat(problems(json, Map.of())).containsExactly(message);
    }

    @Test
    void all_problems_are_told_at_once() throws IOException {
        assertThat(problems("""
                        { "server": { "port": 70000, "idle_timeout_ms": 0, "x": 1 }, "logs": { "level": 3 } }
                        """, Map.of("OLP_SANDBOX_DISABLED", "yes")))
                .containsExactlyInAnyOrder(
                        "server.x (expected: a known key; nearest is tls, known are bind, port, max_body_bytes, idle_timeout_ms, drain_timeout_ms, allowed_hosts, max_connections, max_connections_per_address, tls, trusted_proxies, cors_origins)",
                        "server.port: 70000 (expected: 0-65535)",
                        "server.idle_timeout_ms: 0 (expected: 1000-3600000)",
                        "logs.level: 3 (expected: one of error, warn, info, debug, trace)",
                        "OLP_SANDBOX_DISABLED: yes (expected: 1 or unset)");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            OLP_PORT       | 0x           | server.port: 0x (expected: 0-65535), from OLP_PORT
            OLP_PORT       | 70000        | server.port: 70000 (expected: 0-65535), from OLP_PORT
            OLP_PORT       | 99999999999  | server.port: 99999999999 (expected: 0-65535), from OLP_PORT
            OLP_BIND       | home         | server.bind: ["home"] (expected: IP addresses such as 127.0.0.1 or ::1), from OLP_BIND
            OLP_LOG_LEVEL  | loud         | logs.level: loud (expected: one of error, warn, info, debug, trace), from OLP_LOG_LEVEL
            OLP_CLAUDE_BIN | claude       | providers.anthropic.binary: claude (expected: an absolute path), from OLP_CLAUDE_BIN
            OLP_OWNER_TOKEN | short       | OLP_OWNER_TOKEN: *** (expected: 8-512 visible ASCII characters without spaces)
            OLP_OWNER_TOKEN | has a space | OLP_OWNER_TOKEN: *** (expected: 8-512 visible ASCII characters without spaces)
            OLP_OWNER_TOKEN_FILE | /nowhere/at/all | OLP_OWNER_TOKEN_FILE (expected: a path of a file)
            """)
    void a_bad_variable_is_told_by_its_name(String variable, String value, String message) throws IOException {
        assertThat(problems("{}", Map.of(variable, value))).containsExactly(message);
    }

    @Test
    void what_is_no_json_is_told_with_its_place() throws IOException {
        assertThat(problems("{\n  \"server\": { \"port\": 0x }\n}", Map.of()))
                .singleElement()
                .asString()
                .startsWith("config.json (expected: JSON at line 2, column 24");
        assertThat(problems("{\"logs\": {}, \"logs\": {}}", Map.of()))
                .singleElement()
                .asString()
                .startsWith("config.json (expected: JSON at line 1")
                .contains("Duplicate");
        assertThat(problems("{} {}", Map.of())).singleElement().asString().startsWith("config.json (expected: JSON");
        assertThat(problems("", Map.of())).singleElement().asString().startsWith("config.json (expected: ");
    }

    @Test
    void what_is_no_utf_8_or_no_file_or_too_large_is_told() throws IOException {
        Files.write(home.resolve("config.json"), "{\"x\":\"é\"}".getBytes(StandardCharsets.ISO_8859_1));
        assertThat(problems(Map.of())).singleElement().asString().startsWith("config.json (expected: JSON at line 1");
        assertThat(problems("{\"x\":\"" + "y".repeat(1 << 20) + "\"}", Map.of()))
                .containsExactly("config.json (expected: at most 1048576 bytes)");
        Files.delete(home.resolve("config.json"));
        Files.createDirectory(home.resolve("config.json"));
        assertThat(problems(Map.of())).containsExactly("config.json (expected: a file that can be read: IOException)");
    }

    @Test
    void a_value_is_cut_and_its_control_characters_are_not_printed() throws IOException {
        assertThat(problems("{\"logs\":{\"level\":\"" + "a".repeat(100) + "\"}}", Map.of()))
                .containsExactly(
                        "logs.level: " + "a".repeat(60) + "… (expected: one of error, warn, info, debug, trace)");
        assertThat(problems("{\"logs\":{\"level\":\"a\\u001b[2Jb\"}}", Map.of()))
                .containsExactly("logs.level: a?[2Jb (expected: one of error, warn, info, debug, trace)");
    }

    private List<String> problems(String json, Map<String, String> environment) throws IOException {
        Files.writeString(home.resolve("config.json"), json);
        return problems(environment);
    }

    private List<String> problems(Map<String, String> environment) {
        return catchThrowableOfType(ConfigException.class, () -> ConfigLoader.load(environment, home))
                .problems()
                .stream()
                .map(Problem::message)
                .toList();
    }
}
