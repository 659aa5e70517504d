package dev.olp.isolation.bubblewrap;

import dev.olp.isolation.SandboxException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The libraries that a program needs, found without running anything: the C library's own folders, which the loader
 * searches without a cache file, so that each is found at the same path inside.
 */
final class Libraries {
    /** Most that a program may need; the CLIs need seven. */
    private static final int MOST = 64;

    private final List<Path> folders;

    private Libraries(List<Path> folders) {
        this.folders = folders;
    }

    /** @param javaArchitecture as in the system property {@code os.arch} */
    static Libraries of(String javaArchitecture) {
        String triplet = javaArchitecture.equals("amd64") ? "x86_64-linux-gnu" : javaArchitecture + "-linux-gnu";
        return new Libraries(List.of(
                Path.of("/lib", triplet),
                Path.of("/usr/lib", triplet),
                Path.of("/lib64"),
                Path.of("/usr/lib64"),
                Path.of("/lib"),
                Path.of("/usr/lib")));
    }

    /**
     * Path inside to the real file on the host, the loader first; empty for a static program.
     *
     * @throws SandboxException when one is not found, or the program is no ELF file
     */
    Map<String, Path> neededBy(Path program) throws SandboxException {
        try {
            Map<String, Path> found = new LinkedHashMap<>();
            Deque<ElfFile> left = new ArrayDeque<>();
            ElfFile elf = ElfFile.read(program);
            if (elf.interpreter().isPresent()) {
                found.put(
                        elf.interpreter().get(),
                        Path.of(elf.interpreter().get()).toRealPath());
            }
            left.add(elf);
            while (!left.isEmpty()) {
                for (String name : left.remove().needed()) {
                    add(program, name, found, left);
                }
            }
            return found;
        } catch (IOException e) {
            throw new SandboxException("cannot tell what " + program + " needs: " + e.getMessage(), e);
        }
    }

    private void add(Path program, String name, Map<String, Path> found, Deque<ElfFile> left)
            throws IOException, SandboxException {
        for (String known : found.keySet()) {
            if (known.endsWith("/" + name)) {
                return;
            }
        }
        if (name.indexOf('/') < 0) {
            for (Path folder : folders) {
                Path candidate = folder.resolve(name);
                if (Files.isRegularFile(candidate) && found.size() < MOST) {
                    found.put(candidate.toString(), candidate.toRealPath());
                    left.add(ElfFile.read(candidate));
                    return;
                }
            }
        }
        throw new SandboxException(
                program + " needs " + name + " (expected: a library in one of " + folders + ", " + MOST + " at most)");
    }
}
