package dev.olp.isolation.bubblewrap;

import dev.olp.isolation.SandboxException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What of the host a program must see to run, told by its file alone: an ELF file its libraries, a script the host's
 * {@code /usr} and the package that it belongs to. Never a folder that only happens to hold the script.
 *
 * @param binary with all links resolved
 * @param readOnly folders or files to show at their own place
 */
public record CliLayout(Path binary, Profile profile, List<Path> readOnly) {
    private static final byte[] ELF = {0x7f, 'E', 'L', 'F'};
    private static final Path USR = Path.of("/usr");
    private static final Path NODE_MODULES = Path.of("node_modules");
    private static final String VIRTUAL_ENVIRONMENT = "pyvenv.cfg";

    public CliLayout {
        readOnly = List.copyOf(readOnly);
    }

    /** @throws SandboxException when the file is not there or cannot be read */
    public static CliLayout of(Path program) throws SandboxException {
        try {
            Path binary = program.toRealPath();
            return isElf(binary)
                    ? new CliLayout(binary, Profile.BARE, List.of())
                    : new CliLayout(binary, Profile.USR, packageOf(binary));
        } catch (IOException e) {
            throw new SandboxException("binary: " + program + " cannot be read: " + e, e);
        }
    }

    private static boolean isElf(Path binary) throws IOException {
        try (InputStream in = Files.newInputStream(binary)) {
            return Arrays.equals(in.readNBytes(ELF.length), ELF);
        }
    }

    /** The folder {@code node_modules/[@scope/]name}, or a Python environment with its interpreter; else the file alone. */
    private static List<Path> packageOf(Path script) throws IOException {
        if (script.startsWith(USR)) {
            return List.of();
        }
        for (int depth = script.getNameCount() - 1; depth > 1; depth--) {
            if (script.getName(depth - 1).equals(NODE_MODULES)) {
                int names = script.getName(depth).toString().startsWith("@") ? depth + 2 : depth + 1;
                return List.of(script.getRoot().resolve(script.subpath(0, Math.min(names, script.getNameCount()))));
            }
        }
        Path environment = script.resolve("../..").normalize();
        return environment.getNameCount() > 1 && Files.isRegularFile(environment.resolve(VIRTUAL_ENVIRONMENT))
                ? pythonEnvironment(environment)
                : List.of();
    }

    private static List<Path> pythonEnvironment(Path environment) throws IOException {
        List<Path> shown = new ArrayList<>(List.of(environment));
        Path interpreter = environment.resolve("bin/python");
        if (Files.exists(interpreter) && !interpreter.toRealPath().startsWith(USR)) {
            Path installation = interpreter.toRealPath().resolve("../..").normalize();
            if (Files.isDirectory(installation.resolve("lib")) && !environment.startsWith(installation)) {
                shown.add(installation);
            }
        }
        return shown;
    }
}
