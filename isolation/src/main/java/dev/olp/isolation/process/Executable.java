package dev.olp.isolation.process;

import dev.olp.isolation.SandboxException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Checks that a binary can be started, before anything is: once the launch line's shell runs, a failed exec is an exit
 * status 126 or 127 like any other, and a file of another architecture would even be read as a shell script.
 */
public final class Executable {
    private static final byte[] ELF = {0x7f, 'E', 'L', 'F'};
    private static final int HEAD_BYTES = 256;
    private static final int ELF_MACHINE_AT = 18;
    private static final int X86_64 = 62;
    private static final int AARCH64 = 183;

    private Executable() {}

    /** @throws SandboxException when it is no absolute path of a file that this machine can start */
    public static void check(Path binary) throws SandboxException {
        if (!binary.isAbsolute()) {
            throw new SandboxException("binary: " + binary + " (expected: an absolute path)");
        }
        if (!Files.isRegularFile(binary) || !Files.isExecutable(binary)) {
            throw new SandboxException("binary: " + binary + " (expected: an executable file)");
        }
        byte[] head;
        try (InputStream in = Files.newInputStream(binary)) {
            head = in.readNBytes(HEAD_BYTES);
        } catch (IOException e) {
            throw new SandboxException("binary: " + binary + " cannot be read", e);
        }
        if (startsWith(head, ELF)) {
            checkMachine(binary, head);
        } else if (startsWith(head, new byte[] {'#', '!'})) {
            checkInterpreter(binary, new String(head, StandardCharsets.UTF_8));
        } else {
            throw new SandboxException("binary: " + binary + " (expected: an ELF file or a script with #!)");
        }
    }

    private static void checkMachine(Path binary, byte[] head) throws SandboxException {
        int machine = head.length > ELF_MACHINE_AT ? head[ELF_MACHINE_AT] & 0xff : 0;
        String ours = System.getProperty("os.arch");
        boolean fits = switch (ours) {
            case "amd64" -> machine == X86_64;
            case "aarch64" -> machine == AARCH64;
            default -> true;
        };
        if (!fits) {
            throw new SandboxException(
                    "binary: " + binary + " is for machine " + machine + " (expected: " + ours + ")");
        }
    }

    private static void checkInterpreter(Path binary, String head) throws SandboxException {
        String interpreter = head.substring(2).strip().split("\\s", 2)[0];
        if (!interpreter.startsWith("/") || !Files.isExecutable(Path.of(interpreter))) {
            throw new SandboxException(
                    "binary: " + binary + " names the interpreter " + interpreter + " (expected: an executable file)");
        }
    }

    private static boolean startsWith(byte[] head, byte[] magic) {
        return head.length >= magic.length && Arrays.equals(head, 0, magic.length, magic, 0, magic.length);
    }
}
