package dev.olp.app;

import java.io.File;
import java.util.Properties;

/**
 * The temp folder that the launcher made for this JVM alone. The JVM removes it at its very end, after every shutdown
 * hook and after the native libraries that were unpacked into it: files marked last go first. What a killed JVM leaves,
 * the launcher's next start sweeps.
 */
final class PrivateTempFolder {
    private PrivateTempFolder() {}

    /** Marks it; does nothing where the JVM was started in another way and shares its temp folder. */
    static void removeAtExit(Properties properties) {
        if (Boolean.parseBoolean(properties.getProperty("olp.temp.private"))) {
            File folder = new File(properties.getProperty("java.io.tmpdir", ""));
            folder.deleteOnExit();
            // the launcher's lock, which tells the living from the dead
            new File(folder, ".lock").deleteOnExit();
        }
    }
}
