package dev.olp.isolation.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The one place that knows how a child is wrapped; an outer sandbox goes between the shell and the binary here.
 *
 * <p>{@code setpriv} first, so that SIGKILL follows the death of the server's spawner thread from then on, and no
 * set-uid program can shake that off; {@code setsid} gives a group and session of its own (pid = pgid = sid, it does not
 * fork since a child of ours is never a group leader); the shell sets limits, and ends when the server died before
 * setpriv ran (its parent is then another). Each is an exec: one process from first to last.
 */
public final class LaunchLine {
    /** Open files 512, file size 1 GiB (in blocks of 512 bytes), no core, and first to go when memory runs out. */
    private static final String SCRIPT = """
            umask 077
            ulimit -c 0
            ulimit -n 512 || :
            ulimit -f 2097152 || :
            { echo 1000 >/proc/self/oom_score_adj; } 2>/dev/null || :
            [ "$PPID" = "$1" ] || exit 125
            if [ "$2" != - ]; then exec 9<>"$2" && exec 9<&- || exit 125; fi
            shift 2
            """;

    private static final String GO = "exec \"$@\"\n";

    private final Tools tools;
    private final long server;
    private final List<String> privileges;

    /** @param server pid of the process that will be the parent */
    public LaunchLine(Tools tools, long server) {
        this(tools, server, List.of("--no-new-privs"));
    }

    private LaunchLine(Tools tools, long server, List<String> privileges) {
        this.tools = tools;
        this.server = server;
        this.privileges = privileges;
    }

    /** The same for words that must gain privileges before they give them up, as newuidmap's set-uid ones. */
    public LaunchLine gainingPrivileges() {
        return new LaunchLine(tools, server, List.of());
    }

    /**
     * The whole argument list.
     *
     * @param terminal device of the terminal that becomes the session's own, so that /dev/tty can be opened
     */
    List<String> of(Path binary, List<String> args, Optional<String> terminal) {
        List<String> words = new ArrayList<>(List.of(binary.toString()));
        words.addAll(args);
        return of(List.of(tools.shell().toString()), "", words, terminal);
    }

    /**
     * The same with more for the shell to do before it goes.
     *
     * @param shell which one, absolute, and its options; its limits must count in blocks of 512 bytes
     * @param more lines of script that end in a line end; they see {@code words} as {@code $1} and so on, and must shift
     *     away what is not to be executed
     */
    public List<String> of(List<String> shell, String more, List<String> words, Optional<String> terminal) {
        List<String> line = new ArrayList<>(List.of(tools.setpriv().toString()));
        line.addAll(privileges);
        line.addAll(List.of("--pdeathsig", "KILL", "--", tools.setsid().toString(), "--"));
        line.addAll(shell);
        line.addAll(List.of("-c", SCRIPT + more + GO, "olp", Long.toString(server), terminal.orElse("-")));
        line.addAll(words);
        return line;
    }
}
