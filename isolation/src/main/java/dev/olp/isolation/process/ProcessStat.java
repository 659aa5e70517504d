package dev.olp.isolation.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/**
 * One line of /proc/PID/stat (proc(5)).
 *
 * @param pid process id
 * @param state R, S, D, Z …
 * @param parent its parent's pid
 * @param group process group id
 * @param session session id
 * @param startTicks when it started, in clock ticks since boot: with the pid, its identity
 */
public record ProcessStat(long pid, char state, long parent, long group, long session, long startTicks) {
    /** Fields after the command name, counted from the state. */
    private static final int PARENT = 1;

    private static final int GROUP = 2;
    private static final int SESSION = 3;
    private static final int START = 19;

    /** The process of that pid now; empty when there is none. */
    public static Optional<ProcessStat> of(long pid) {
        return of(ProcFile.PROC.resolve(Long.toString(pid)), pid);
    }

    static Optional<ProcessStat> of(Path folder, long pid) {
        try {
            return Optional.of(parse(pid, ProcFile.read(folder.resolve("stat"))));
        } catch (IOException gone) { // it ended while we looked
            return Optional.empty();
        }
    }

    /** The command name is in parentheses and may itself hold blanks and parentheses: only the last one counts. */
    static ProcessStat parse(long pid, byte[] stat) {
        String line = new String(stat, StandardCharsets.ISO_8859_1);
        String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ", START + 2);
        return new ProcessStat(
                pid,
                fields[0].charAt(0),
                Long.parseLong(fields[PARENT]),
                Long.parseLong(fields[GROUP]),
                Long.parseLong(fields[SESSION]),
                Long.parseLong(fields[START]));
    }

    /** Whether it can still do anything; a zombie only waits for its parent to look. */
    public boolean runs() {
        return state != 'Z' && state != 'X';
    }

    /** Its identity, to be recorded. */
    public ProcessIdentity identity() {
        return new ProcessIdentity(pid, startTicks);
    }
}
