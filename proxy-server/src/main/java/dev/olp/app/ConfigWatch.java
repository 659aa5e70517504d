package dev.olp.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/**
 * Acts when a file that the configuration was read from changes. A look at each of them every two seconds: no watch of
 * a folder survives all that editors, mounts and configuration management do to a file.
 */
final class ConfigWatch {
    private static final Duration INTERVAL = Duration.ofSeconds(2);

    private final Supplier<List<Path>> files;
    private final Runnable reload;
    private List<String> taken;
    private List<String> seen;

    private ConfigWatch(Supplier<List<Path>> files, Runnable reload) {
        this.files = files;
        this.reload = reload;
        this.taken = stamps(files);
        this.seen = taken;
    }

    /** @param files those to look at, as they are named now */
    static Repeating start(Supplier<List<Path>> files, Runnable reload) {
        return Repeating.start("config-watch", INTERVAL, new ConfigWatch(files, reload)::look);
    }

    private void look() {
        List<String> now = stamps(files);
        // only what has come to rest: an editor may be in the middle of it
        if (now.equals(seen) && !now.equals(taken)) {
            taken = now;
            reload.run();
        }
        seen = now;
    }

    private static List<String> stamps(Supplier<List<Path>> files) {
        return files.get().stream().map(ConfigWatch::stamp).toList();
    }

    private static String stamp(Path file) {
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return "%s %s %s %d"
                    .formatted(file, attributes.fileKey(), attributes.lastModifiedTime(), attributes.size());
        } catch (IOException e) {
            return file + " " + e.getClass().getSimpleName();
        }
    }
}
