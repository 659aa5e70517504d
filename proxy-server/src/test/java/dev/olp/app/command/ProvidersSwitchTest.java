package dev.olp.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class ProvidersSwitchTest {
    @TempDir
    Path folder;

    private Path home;

    @BeforeEach
    void makeHome() throws IOException {
        home = Files.createDirectory(
                folder.resolve("home"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "{ /* nothing yet */ }",
                "{\"server\": {\"port\": 1234}}",
                "{\"providers\": {}}",
                "// mine\n{\"providers\": {\"openai\": {\"enabled\": false}}, \"server\": {\"port\": 1234}}",
                "{\"providers\": {\"anthropic\": {}}}",
                "{\"providers\": {\"anthropic\": {\"queue\": 3 /* {short} */}}}",
                "{\"providers\": {\"anthropic\": {\"queue\": 3, \"enabled\": true}}}",
                "{\"providers\": {\"enabled\": {\"anthropic\": true}}} // as the seed had it\n",
                "{\"providers\": {\"anthropic\": {\"binary\": \"/a\\\"{\\u0041}\", \"enabled\" : true}}}"
            })
    void off_and_on_again_changes_that_value_alone(String before) throws IOException {
        Set<PosixFilePermission> permissions =
                PosixFilePermissions.fromString(before.isEmpty() ? "rw-------" : "rw-r-----");
        if (!before.isEmpty()) {
            Files.setPosixFilePermissions(Files.writeString(file(), before), permissions);
        }
        ObjectNode was = print();
        ObjectNode off = was.deepCopy();
        off.withObject("/providers/anthropic").put("enabled", false);

        CommandRun run = providers("disable", "anthropic");
        assertThat(run.exit()).as(run.err()).isZero();
        assertThat(print()).isEqualTo(off);
        String disabled = Files.readString(file());
        int kept = commonStart(before, disabled) + commonStart(reversed(before), reversed(disabled));
        assertThat(before.length() - kept).as(disabled).isLessThanOrEqualTo("true".length());

        assertThat(providers("enable", "anthropic").exit()).isZero();
        assertThat(print()).isEqualTo(was);
        assertThat(Files.getPosixFilePermissions(file())).isEqualTo(permissions);
        try (var files = Files.list(home)) {
            assertThat(files).containsExactly(file());
        }
    }

    @Test
    void what_is_so_already_is_not_written() throws IOException {
        CommandRun run = providers("enable", "anthropic", "--json");
        assertThat(run.exit()).isZero();
        assertThat(JsonMapper.shared().readTree(run.out()).path("changed").asBoolean(true))
                .isFalse();
        assertThat(file()).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"antropic", "kimi", "../x", "a\"b", ""})
    void a_name_without_an_adapter_is_refused_and_nothing_is_written(String name) {
        CommandRun run = providers("enable", name);
        assertThat(run.exit()).isEqualTo(ExitCode.FAILURE);
        assertThat(run.err()).isNotBlank().doesNotContain("\tat ");
        assertThat(file()).doesNotExist();
    }

    @Test
    void a_file_that_is_not_valid_is_not_touched() throws IOException {
        Files.writeString(file(), "{\"server\": {\"prot\": 1}}");
        assertThat(providers("disable", "anthropic").exit()).isEqualTo(ExitCode.FAILURE);
        assertThat(file()).hasContent("{\"server\": {\"prot\": 1}}");
    }

    @Test
    void a_link_stays_one() throws IOException {
        Path real = folder.resolve("real.json");
        Files.writeString(real, "{}");
        Files.createSymbolicLink(file(), real);
        assertThat(providers("disable", "openai").exit()).isZero();
        assertThat(file()).isSymbolicLink();
        assertThat(real).content().contains("\"openai\"");
    }

    private CommandRun providers(String... arguments) {
        return CommandRun.of(ProvidersCommand::create, Map.of("OLP_HOME", home.toString()), arguments);
    }

    private ObjectNode print() {
        CommandRun run = CommandRun.of(ConfigCommand::create, Map.of("OLP_HOME", home.toString()), "print", "--json");
        assertThat(run.exit()).as(run.err()).isZero();
        return JsonMapper.shared().readTree(run.out()).withObject("/config");
    }

    private static int commonStart(String left, String right) {
        int length = 0;
        while (length < left.length() && length < right.length() && left.charAt(length) == right.charAt(length)) {
            length++;
        }
        return length;
    }

    private static String reversed(String text) {
        return new StringBuilder(text).reverse().toString();
    }

    private Path file() {
        return home.resolve("config.json");
    }
}
