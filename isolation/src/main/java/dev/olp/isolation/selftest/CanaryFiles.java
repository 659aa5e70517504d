package dev.olp.isolation.selftest;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Files of the host where a child that is not in a sandbox could read them, and descriptors of ours that lead to them. */
final class CanaryFiles implements AutoCloseable {
    /** Where everybody may write on any machine; the first that can be written holds the folder. */
    private static final List<Path> TEMPS = List.of(Path.of("/tmp"), Path.of("/var/tmp"), Path.of("/dev/shm"));

    private static final Path SHARED = Path.of("/dev/shm");

    /** As the probe asks for them. */
    private static final List<String> FOLDERS = List.of("home-b", "cred", "state");

    private static final List<String> FILES =
            List.of("home-b/secret.txt", "cred/real.json", "cred/sibling.json", "state/keys.json");

    private final boolean forAll;
    private final Names names;
    private final Deque<Path> made = new ArrayDeque<>();
    private final Deque<Closeable> held = new ArrayDeque<>();
    private final List<String> lines = new ArrayList<>();
    private final Path folder;

    /** @param forAll whether the children have another user than we */
    CanaryFiles(boolean forAll, Names names) throws IOException {
        this.forAll = forAll;
        this.names = names;
        this.folder = TEMPS.stream()
                .filter(Files::isWritable)
                .findFirst()
                .orElseThrow(() -> new IOException("none of " + TEMPS + " can be written (expected: one at least)"))
                .resolve(names.next());
        try {
            make();
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    @SuppressWarnings("StreamResourceLeak") // it is the leak that no child may inherit
    private void make() throws IOException {
        folder(folder);
        for (String inside : FOLDERS) {
            folder(folder.resolve(inside));
        }
        for (String inside : FILES) {
            file(folder.resolve(inside));
        }
        Path shared = file(SHARED.resolve(names.next()));
        Path first = folder.resolve(FILES.getFirst());
        held.add(FileChannel.open(first));
        held.add(Files.newDirectoryStream(folder));
        lines.addAll(List.of("canaries=" + folder, "temp-file=" + first, "shared-file=" + shared));
    }

    private void folder(Path path) throws IOException {
        Files.createDirectory(path);
        made.push(path);
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(forAll ? "rwx--x--x" : "rwx------"));
    }

    private Path file(Path path) throws IOException {
        Files.write(path, names.next().getBytes(StandardCharsets.US_ASCII), StandardOpenOption.CREATE_NEW);
        made.push(path);
        return Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(forAll ? "rw-r--r--" : "rw-------"));
    }

    Path folder() {
        return folder;
    }

    /** What the probe must know to attack them. */
    List<String> lines() {
        return List.copyOf(lines);
    }

    @Override
    public void close() throws IOException {
        try {
            while (!held.isEmpty()) {
                held.pop().close();
            }
        } finally {
            while (!made.isEmpty()) {
                Files.deleteIfExists(made.pop());
            }
        }
    }
}
