package dev.olp.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Tells a script which port was taken: the file appears whole or not at all. */
final class PortFile {
    private PortFile() {}

    static void write(Path file, int port) throws IOException {
        Path absolute = file.toAbsolutePath();
        Path fresh = Files.createTempFile(absolute.getParent(), ".port", "");
        Files.writeString(fresh, port + "\n");
        Files.move(fresh, absolute, StandardCopyOption.ATOMIC_MOVE);
    }
}
