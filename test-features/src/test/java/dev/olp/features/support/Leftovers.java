package dev.olp.features.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a server's runs left behind. A process is a run's when it descends from the server, or when its mounts or its
 * environment name the folder that this server's homes lie in: no child can shake those off by forking, changing its
 * group or its session.
 */
final class Leftovers {
    private final Path runtime;

    /** @param runtime the RUNTIME_DIRECTORY that this one server was given */
    Leftovers(Path runtime) {
        this.runtime = runtime;
    }

    /** Living processes of runs: pid and command line. */
    List<String> processes(long serverPid) {
        List<String> found = new ArrayList<>();
        Set<String> descendants = ProcessHandle.of(serverPid).stream()
                .flatMap(ProcessHandle::descendants)
                .map(process -> Long.toString(process.pid()))
                .collect(Collectors.toSet());
        try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path process : all) {
                String pid = String.valueOf(process.getFileName());
                if (!pid.equals(Long.toString(serverPid)) && (descendants.contains(pid) || isOfRun(process))) {
                    found.add(pid + " "
                            + read(process.resolve("cmdline")).orElse("").replace('\0', ' '));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }

    /** Homes of runs: the folders two below the spawn root, each an instance's. */
    List<Path> homes() {
        Path spawnRoot = runtime.resolve("olp");
        if (Files.notExists(spawnRoot)) {
            return List.of();
        }
        try (Stream<Path> below = Files.walk(spawnRoot, 2)) {
            return below.filter(path -> spawnRoot.relativize(path).getNameCount() == 2)
                    .filter(path -> Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS))
                    .toList();
        } catch (IOException | UncheckedIOException vanished) {
            // a home that is removed while we look is one more reason to look again
            return List.of(spawnRoot);
        }
    }

    private boolean isOfRun(Path process) {
        // a zombie has no environment any more, and is its parent's business
        return read(process.resolve("environ"))
                        .filter(environment -> Stream.of(environment.split("\0"))
                                .anyMatch(v -> v.startsWith("HOME=" + runtime) || v.startsWith("TMPDIR=" + runtime)))
                        .isPresent()
                || read(process.resolve("mountinfo")).orElse("").contains("/" + runtime.getFileName() + "/");
    }

    private static Optional<String> read(Path file) {
        try {
            return Optional.of(Files.readString(file, StandardCharsets.ISO_8859_1));
        } catch (IOException goneOrNotOurs) {
            return Optional.empty();
        }
    }
}
