package dev.olp.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StartChecksTest {
    @TempDir
    Path home;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', nullValues = "none", textBlock = """
            {}                                                       | 0 | none
            {"auth":{"allow_anonymous":true}}                        | 0 | none
            {"server":{"bind":["0.0.0.0"]}}                          | 1 | none
            {"server":{"bind":["0.0.0.0"]}}                          | 0 | olp keys create --owner
            {"server":{"bind":["127.0.0.1","192.168.1.2"]}}          | 0 | olp keys create --owner
            {"server":{"bind":["::"]}}                               | 0 | olp keys create --owner
            {"server":{"bind":["::1","127.0.0.2"]}}                  | 0 | none
            {"server":{"bind":["0.0.0.0"]},"auth":{"allow_anonymous":true}} | 1 | name what they may use in auth.anonymous_providers
            {"server":{"bind":["0.0.0.0"]},"auth":{"allow_anonymous":true,"anonymous_providers":["openai"]}} | 1 | none
            {"auth":{"advertise_anonymous_key":true}}                | 1 | needs auth.allow_anonymous
            {"auth":{"advertise_anonymous_key":true,"allow_anonymous":true}} | 1 | none
            {"server":{"bind":["192.168.1.2"]},"auth":{"advertise_anonymous_key":true,"allow_anonymous":true,"anonymous_providers":["openai"]}} | 1 | none
            {"server":{"bind":["203.0.113.1"]},"auth":{"advertise_anonymous_key":true,"allow_anonymous":true,"anonymous_providers":["openai"]}} | 1 | is not loopback or a private network
            {"server":{"bind":["0.0.0.0"]},"auth":{"advertise_anonymous_key":true,"allow_anonymous":true,"anonymous_providers":["openai"]}} | 1 | is not loopback or a private network
            {"isolation":{"sandbox":"off"}}                          | 1 | none
            {"isolation":{"sandbox":"off"}}                          | 2 | olp keys revoke
            """)
    void what_may_not_start_is_refused_with_what_to_do(String json, int activeKeys, @Nullable String hint)
            throws IOException, ConfigException {
        LoadedConfig loaded = load(json, Map.of());

        if (hint == null) {
            assertThat(StartChecks.refusals(loaded, activeKeys)).isEmpty();
        } else {
            assertThat(StartChecks.refusals(loaded, activeKeys))
                    .singleElement()
                    .asString()
                    .contains(hint);
        }
    }

    @Test
    void the_operators_token_counts_as_a_key() throws IOException, ConfigException {
        LoadedConfig loaded =
                load("{\"server\":{\"bind\":[\"0.0.0.0\"]}}", Map.of("OLP_OWNER_TOKEN", "a-long-enough-token"));

        assertThat(StartChecks.refusals(loaded, 0)).isEmpty();
    }

    @Test
    void the_sandbox_is_not_switched_off_where_others_can_reach_it() throws IOException, ConfigException {
        Map<String, String> disabled = Map.of("OLP_SANDBOX_DISABLED", "1");

        assertThat(StartChecks.refusals(load("{}", disabled), 1)).isEmpty();
        assertThat(StartChecks.refusals(load("{\"server\":{\"bind\":[\"0.0.0.0\"]}}", disabled), 1))
                .singleElement()
                .asString()
                .contains("OLP_SANDBOX_DISABLED");
        assertThat(StartChecks.refusals(
                        load("{\"server\":{\"bind\":[\"0.0.0.0\"]},\"isolation\":{\"sandbox\":\"off\"}}", disabled), 1))
                .isEmpty();
    }

    private LoadedConfig load(String json, Map<String, String> environment) throws IOException, ConfigException {
        Files.writeString(home.resolve("config.json"), json);
        return ConfigLoader.load(environment, home);
    }
}
