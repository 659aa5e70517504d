package dev.olp.isolation.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongPredicate;
import java.util.function.Supplier;

/** The processes of the machine, but for ourselves, by pid. */
final class ProcessTable {
    /** Looks until nothing ended meanwhile: what ended may have left a child behind that the list did not show yet. */
    private static final int LOOKS = 5;

    private ProcessTable() {}

    /** @param wanted asked for after the listing: which pids to read at all */
    static Map<Long, ProcessStat> read(Supplier<LongPredicate> wanted) {
        Map<Long, ProcessStat> table = new HashMap<>();
        boolean complete = false;
        for (int look = 0; look < LOOKS && !complete; look++) {
            complete = true;
            table.clear();
            List<Long> pids = pids();
            LongPredicate filter = wanted.get();
            for (long pid : pids) {
                if (filter.test(pid)) {
                    Optional<ProcessStat> process = ProcessStat.of(pid);
                    process.ifPresent(present -> table.put(pid, present));
                    complete &= process.isPresent();
                }
            }
        }
        return table;
    }

    private static List<Long> pids() {
        long self = ProcessHandle.current().pid();
        List<Long> pids = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(ProcFile.PROC)) {
            for (Path entry : all) {
                String name = entry.getFileName().toString();
                if (Character.isDigit(name.charAt(0)) && Long.parseLong(name) != self) {
                    pids.add(Long.parseLong(name));
                }
            }
        } catch (DirectoryIteratorException e) {
            throw new UncheckedIOException(e.getCause());
        } catch (IOException e) {
            throw new UncheckedIOException("/proc cannot be listed", e);
        }
        return pids;
    }
}
