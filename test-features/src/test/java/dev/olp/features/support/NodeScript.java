package dev.olp.features.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A script of test-features/clients, run by node. */
public final class NodeScript {
    private static final long SECONDS = 120;

    private NodeScript() {}

    /** The JSON that it prints; fails when it fails. */
    public static JsonNode run(Path folder, String script, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                "node",
                Paths.root().resolve("test-features/clients").resolve(script).toString()));
        command.addAll(List.of(arguments));
        Path printed = folder.resolve("printed");
        Path errors = folder.resolve("errors");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(printed.toFile()).redirectError(errors.toFile());
        builder.environment().put("OLP_TEST_CLIENTS", Paths.clients().toString());
        builder.environment().put("HOME", folder.toString());
        builder.environment().keySet().removeIf(name -> name.startsWith("OPENAI_") || name.startsWith("ANTHROPIC_"));
        Process process = builder.start();
        try {
            process.getOutputStream().close();
            assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).as("ends").isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.exitValue()).as(() -> read(errors)).isZero();
        return JsonMapper.shared().readTree(read(printed));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
