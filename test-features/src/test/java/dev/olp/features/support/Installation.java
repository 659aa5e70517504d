package dev.olp.features.support;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The folders that one server has of its own, its configuration there and its environment. */
final class Installation {
    private static final FileAttribute<Set<PosixFilePermission>> PRIVATE = permissions("rwx------");
    private final Setup setup;
    private final Path root;
    private final Path runtime;

    private Installation(Setup setup, Path root, Path runtime) {
        this.setup = setup;
        this.root = root;
        this.runtime = runtime;
    }

    static Installation create(Setup setup) throws IOException {
        // where a child that is another user gets to as well: root's are
        Path root = Files.createTempDirectory(Path.of("/var/tmp"), "olp-server-");
        Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwx--x--x"));
        // short and private: sockets of the CLIs lie below it
        String name = "olp-it-"
                + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
        Path runtime = Files.createDirectory(Path.of("/dev/shm", name), PRIVATE);
        Files.setPosixFilePermissions(runtime, PosixFilePermissions.fromString("rwx--x--x"));
        Installation made = new Installation(setup, root, runtime);
        Files.createDirectory(root.resolve("home"), PRIVATE);
        Files.createDirectory(made.home(), PRIVATE);
        if (setup.usesStandIns()) {
            made.copyStandIns();
        }
        if (setup.usesTls()) {
            Files.createDirectory(made.tls());
        }
        return made;
    }

    private void copyStandIns() throws IOException {
        Files.createDirectories(standIns());
        try (Stream<Path> all = Files.list(Paths.standIn("."))) {
            for (Path standIn : all.toList()) {
                Path copy = standIns().resolve(standIn.getFileName());
                Files.copy(standIn, copy);
                Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rwxr-xr-x"));
            }
        }
    }

    Path root() {
        return root;
    }

    /** OLP_HOME. */
    Path home() {
        return root.resolve("olp");
    }

    /** RUNTIME_DIRECTORY. */
    Path runtime() {
        return runtime;
    }

    Path tls() {
        return root.resolve("tls");
    }

    /** Laid out as a package, of which a sandbox shows the whole folder to a script. */
    Path standIns() {
        return root.resolve("bin/node_modules/stand-ins");
    }

    Path configFile() {
        return home().resolve("config.json");
    }

    void edit(Consumer<ObjectNode> change) throws IOException {
        ObjectNode configuration = (ObjectNode) JsonMapper.shared().readTree(Files.readString(configFile()));
        change.accept(configuration);
        write(configuration.toPrettyString());
    }

    void write(String configuration) throws IOException {
        Path next = Files.writeString(home().resolve("config.next"), configuration);
        Files.move(next, configFile(), StandardCopyOption.ATOMIC_MOVE);
    }

    Map<String, String> environment() {
        Map<String, String> environment = new HashMap<>();
        environment.put("PATH", "/usr/bin:/bin");
        environment.put("LANG", "C.UTF-8");
        environment.put("HOME", root.resolve("home").toString());
        environment.put("OLP_HOME", home().toString());
        environment.put("RUNTIME_DIRECTORY", runtime.toString());
        environment.put("OLP_OWNER_TOKEN", OlpServer.OWNER_TOKEN);
        environment.put("OLP_TEST_CANARY", OlpServer.CANARY);
        boolean stand = setup.usesStandIns();
        environment.put("OLP_CLAUDE_BIN", (stand ? standIns().resolve(setup.claude()) : Paths.claude()).toString());
        environment.put("OLP_CODEX_BIN", (stand ? standIns().resolve("codex") : Paths.codex()).toString());
        if (stand) {
            environment.put("OLP_VIBE_BIN", standIns().resolve("vibe").toString());
        }
        environment.putAll(setup.environment());
        return environment;
    }

    /** @param changes to its environment; an empty one counts as unset */
    OlpCommand command(Map<String, String> changes, String... arguments) throws IOException, InterruptedException {
        return OlpCommand.run(root.resolve("command"), changed(changes), arguments);
    }

    OlpCommand inTerminal(Map<String, String> changes, String... arguments) throws IOException, InterruptedException {
        OlpCommand run = OlpCommand.runInTerminal(root.resolve("command"), changed(changes), arguments);
        return new OlpCommand(run.exit(), run.out().replace("\r\n", "\n"), run.err());
    }

    private Map<String, String> changed(Map<String, String> changes) {
        Map<String, String> changed = environment();
        changed.putAll(changes);
        return changed;
    }

    void remove() throws IOException {
        for (Path tree : List.of(root, runtime)) {
            try (Stream<Path> all = Files.walk(tree)) {
                for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }

    private static FileAttribute<Set<PosixFilePermission>> permissions(String text) {
        return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(text));
    }
}
