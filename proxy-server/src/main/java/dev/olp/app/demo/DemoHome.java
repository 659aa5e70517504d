package dev.olp.app.demo;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * A throw-away home in the JVM's temp folder, which the launcher makes private. A killed demo leaves it there, and the
 * launcher's next start sweeps it.
 */
final class DemoHome {
    private static final String LOGIN = "demo-login-that-no-provider-knows";
    private final Path folder;

    private DemoHome(Path folder) {
        this.folder = folder;
    }

    /**
     * Makes it, with a configuration that sends the CLI to the fake.
     *
     * @param upstream base URL of the fake
     */
    static DemoHome create(DemoCli cli, String upstream, JsonMapper json) throws IOException {
        Path folder = Files.createTempDirectory("olp-demo-");
        Map<String, Object> anthropic = Map.of("binary", cli.binary().toString(), "upstream", upstream);
        Files.writeString(
                folder.resolve("config.json"),
                json.writeValueAsString(Map.of("providers", Map.of("anthropic", anthropic))));
        return new DemoHome(folder);
    }

    Path folder() {
        return folder;
    }

    /**
     * What the server gets to see: no login, key or setting of the user's own.
     *
     * @param inherited the process's environment
     */
    Map<String, String> environment(Map<String, String> inherited, String ownerToken) {
        Map<String, String> environment = new HashMap<>();
        for (String name : new String[] {"PATH", "LANG"}) {
            String value = inherited.get(name);
            if (value != null) {
                environment.put(name, value);
            }
        }
        environment.put("HOME", folder.toString());
        environment.put("OLP_HOME", folder.toString());
        environment.put("OLP_PORT", "0");
        environment.put("OLP_OWNER_TOKEN", ownerToken);
        environment.put("CLAUDE_CODE_OAUTH_TOKEN", LOGIN);
        return environment;
    }

    /** Removes it with all that the server left there. */
    void delete() throws IOException {
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure) throws IOException {
                Files.deleteIfExists(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
