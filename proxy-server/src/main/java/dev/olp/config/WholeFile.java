package dev.olp.config;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Set;

/**
 * Files that are there whole or not at all: written beside their place, mode 0600, and renamed over what is there. A link
 * is replaced, not what it leads to.
 */
public final class WholeFile {
    private static final FileAttribute<Set<PosixFilePermission>> OURS_ALONE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private WholeFile() {}

    /** What is done with a file before it takes its place; if it throws, the file is gone and nothing is replaced. */
    @FunctionalInterface
    interface LastLook<E extends Exception> {
        void at(Path fresh) throws IOException, E;
    }

    /** One that nobody needs after this machine has crashed. */
    public static void show(Path file, byte[] content) throws IOException {
        put(file, fresh -> Files.write(fresh, content));
    }

    /** One that is on the disk, under its name, when this returns. */
    public static void keep(Path file, byte[] content) throws IOException {
        keep(file, content, fresh -> {});
    }

    static <E extends Exception> void keep(Path file, byte[] content, LastLook<E> look) throws IOException, E {
        WholeFile.<E>put(file, fresh -> {
            try (FileChannel out = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
                ByteBuffer left = ByteBuffer.wrap(content);
                while (left.hasRemaining()) {
                    out.write(left);
                }
                out.force(true);
            }
            look.at(fresh);
        });
        try (FileChannel entry = FileChannel.open(folder(file), StandardOpenOption.READ)) {
            entry.force(true);
        }
    }

    private static <E extends Exception> void put(Path file, LastLook<E> writing) throws IOException, E {
        Path fresh = Files.createTempFile(folder(file), ".olp-", ".tmp", OURS_ALONE);
        try {
            writing.at(fresh);
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    private static Path folder(Path file) {
        return Objects.requireNonNull(file.toAbsolutePath().getParent());
    }
}
