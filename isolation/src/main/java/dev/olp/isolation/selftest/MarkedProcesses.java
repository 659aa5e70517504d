package dev.olp.isolation.selftest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The processes of the machine with a word in their argument list that no other has. */
final class MarkedProcesses {
    private static final Path PROC = Path.of("/proc");

    private MarkedProcesses() {}

    static List<Long> pids(String mark) {
        List<Long> found = new ArrayList<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[1-9]*")) {
            for (Path process : processes) {
                if (arguments(process).contains(mark)) {
                    found.add(Long.valueOf(process.getFileName().toString()));
                }
            }
        } catch (DirectoryIteratorException e) {
            throw new UncheckedIOException(e.getCause());
        } catch (IOException e) {
            throw new UncheckedIOException("/proc cannot be listed", e);
        }
        return found;
    }

    private static String arguments(Path process) {
        try {
            return Files.readString(process.resolve("cmdline"), StandardCharsets.ISO_8859_1);
        } catch (IOException gone) { // it ended while we looked
            return "";
        }
    }

    /** The user that a process has to the kernel. */
    static long user(long pid) throws IOException {
        return Files.getAttribute(PROC.resolve(Long.toString(pid)), "unix:uid") instanceof Integer uid
                ? Integer.toUnsignedLong(uid)
                : 0;
    }
}
