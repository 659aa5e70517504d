package dev.olp.isolation.limits;

import dev.olp.isolation.posix.Posix;
import dev.olp.isolation.posix.Signal;
import dev.olp.isolation.process.ProcessStat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The cgroup of one run. */
public final class RunCgroup {
    /** For the launch line's shell, before it becomes the child: {@code $1} is {@link #path}, or a dash for none. */
    public static final String JOIN = """
            if [ "$1" != - ]; then echo $$ >"$1/cgroup.procs" || exit 125; fi
            shift
            """;

    private static final Logger log = LoggerFactory.getLogger(RunCgroup.class);

    private final Path path;
    private final Posix posix;
    private final Consumer<Path> removed;

    RunCgroup(Path path, Posix posix, Consumer<Path> removed) {
        this.path = path;
        this.posix = posix;
        this.removed = removed;
    }

    public Path path() {
        return path;
    }

    /** Kills all that is in it, in one step where the kernel can (5.14). */
    public void kill() {
        Path file = path.resolve(CgroupFile.KILL);
        try {
            if (Files.exists(file)) {
                CgroupFile.write(file, "1");
            } else {
                processes().forEach(process -> posix.kill(process.pid(), Signal.KILL));
            }
        } catch (NoSuchFileException gone) {
            // it was removed already
        } catch (IOException e) {
            log.atWarn().setCause(e).log("a run's cgroup could not be killed");
        }
    }

    /** What runs in it. */
    public List<ProcessStat> processes() {
        try {
            return CgroupFile.processes(path).stream()
                    .map(ProcessStat::of)
                    .flatMap(Optional::stream)
                    .filter(ProcessStat::runs)
                    .toList();
        } catch (NoSuchFileException gone) {
            return List.of();
        } catch (IOException e) {
            log.atWarn().setCause(e).log("a run's cgroup could not be looked at");
            return List.of();
        }
    }

    /** Removes it, once nothing runs in it; what fails now the minute's sweep tries again. */
    public boolean remove() {
        removed.accept(path);
        try {
            return Files.deleteIfExists(path);
        } catch (IOException e) {
            log.atDebug().setCause(e).log("a run's cgroup is not empty yet");
            return false;
        }
    }
}
