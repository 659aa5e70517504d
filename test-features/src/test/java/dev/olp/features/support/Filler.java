package dev.olp.features.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Takes all the room of a small file system. */
public final class Filler {
    private Filler() {}

    /** The file that is made for it in the folder; deleting it makes room again. */
    public static Path fill(Path folder) throws IOException {
        Path file = folder.resolve("filler");
        try (OutputStream out = Files.newOutputStream(file)) {
            for (int size = 1 << 20; size > 0; size /= 2) {
                writeWhile(out, new byte[size]);
            }
        }
        return file;
    }

    /** Until there is no room for one more of them. */
    private static void writeWhile(OutputStream out, byte[] some) {
        try {
            while (true) {
                out.write(some);
            }
        } catch (IOException full) {
            assertThat(full).hasMessageContaining("space");
        }
    }
}
