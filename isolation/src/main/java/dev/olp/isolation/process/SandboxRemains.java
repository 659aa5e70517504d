package dev.olp.isolation.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What outlives a server of a sandbox's processes: killed in its first milliseconds, the outer bubblewrap leaves an inner
 * one that waits for it for ever. It carries no marker, leads a session of its own and is adopted by init; but until its
 * set-up ends it holds files of its run's folder open, and from about then on bubblewrap's word names it.
 */
public final class SandboxRemains {
    private static final byte[] LAUNCHED = "/usr/bin/bwrap\0--args\0003\0".getBytes(StandardCharsets.US_ASCII);
    private static final Pattern INIT =
            Pattern.compile("\"child-pid\": (\\d{1,9})\\b.*\"pid-namespace\": (\\d{1,18})\\b");

    private SandboxRemains() {}

    /**
     * The first process inside, if it still runs. No other can be taken for it: its pid may be another's by now, but not
     * in the same pid namespace.
     *
     * @param status what bubblewrap wrote to {@code --json-status-fd}
     */
    public static Optional<ProcessStat> told(String status) {
        Matcher told = INIT.matcher(status);
        if (!told.find()) {
            return Optional.empty();
        }
        long pid = Long.parseLong(told.group(1));
        try {
            String namespace = namespace(Long.toString(pid));
            boolean same = namespace.equals("pid:[" + told.group(2) + "]") && !namespace.equals(namespace("self"));
            return same ? ProcessStat.of(pid).filter(ProcessStat::runs) : Optional.empty();
        } catch (IOException goneOrNotOurs) {
            return Optional.empty();
        }
    }

    private static String namespace(String process) throws IOException {
        return Files.readSymbolicLink(ProcFile.PROC.resolve(process).resolve("ns/pid"))
                .toString();
    }

    /**
     * Every bubblewrap of ours that holds a file below a folder open, with that file.
     *
     * @param folder absolute, without links
     */
    public static Map<ProcessStat, Path> holders(Path folder) {
        Map<ProcessStat, Path> holders = new HashMap<>();
        for (ProcessStat process : ProcessTable.read(() -> pid -> true).values()) {
            Path record = ProcFile.PROC.resolve(Long.toString(process.pid()));
            if (process.runs() && isLaunched(record)) {
                held(record.resolve("fd"), folder).ifPresent(file -> holders.put(process, file));
            }
        }
        return holders;
    }

    /**
     * Every bubblewrap left in the group or session of one that is gone: of a run whose tenant is another user than we
     * are, what it holds open is not ours to see.
     *
     * @param outer as recorded at its start
     */
    public static List<ProcessStat> leftBy(ProcessIdentity outer) {
        Optional<ProcessStat> now = ProcessStat.of(outer.pid());
        if (now.isPresent() && (now.get().runs() || !now.get().identity().equals(outer))) {
            return List.of(); // it lives, or another has its pid: then the group is another's, too
        }
        return ProcessTable.read(() -> pid -> true).values().stream()
                .filter(process -> process.runs()
                        && process.startTicks() >= outer.startTicks()
                        && (process.group() == outer.pid() || process.session() == outer.pid())
                        && isLaunched(ProcFile.PROC.resolve(Long.toString(process.pid()))))
                .toList();
    }

    private static boolean isLaunched(Path record) {
        try {
            byte[] line = ProcFile.read(record.resolve("cmdline"));
            return line.length >= LAUNCHED.length
                    && Arrays.equals(line, 0, LAUNCHED.length, LAUNCHED, 0, LAUNCHED.length);
        } catch (IOException gone) {
            return false;
        }
    }

    private static Optional<Path> held(Path descriptors, Path folder) {
        try (DirectoryStream<Path> all = Files.newDirectoryStream(descriptors)) {
            for (Path descriptor : all) {
                Path file = Files.readSymbolicLink(descriptor); // a removed one's name ends in " (deleted)"
                if (file.startsWith(folder)) {
                    return Optional.of(file);
                }
            }
        } catch (IOException | DirectoryIteratorException goneOrNotOurs) {
            return Optional.empty();
        }
        return Optional.empty();
    }
}
