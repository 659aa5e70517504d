package dev.olp.isolation.bubblewrap;

import dev.olp.isolation.contract.HomePaths;
import dev.olp.isolation.home.RunFolder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Composes what bubblewrap is asked for. Pure: the same in, the same out. The order was measured and matters: what is
 * mounted later hides what was mounted before, and the last remount takes the right to make anything more.
 */
final class BubblewrapLine {
    /** Where every run's folders are, inside; the same for all, so that nothing of the host or the run shows. */
    static final HomePaths PATHS = new HomePaths("/home/u", "/tmp", "/w");

    /** Descriptors: the arguments, the filter, the status. */
    private static final int ARGUMENTS = 3;

    private static final int FILTER = 4;
    private static final int STATUS = 6;

    /** Further ones of one digit, all that the plain shell can open; 9 was its terminal, closed again by then. */
    private static final List<Integer> SMALL = List.of(5, 7, 8, 9);

    private static final int FIRST_LARGE = 10;

    /** The first process's memory: whoever could write there would forge how the child ended. */
    private static final List<String> INIT_MEMORY = List.of("/proc/1/mem", "/proc/1/task/1/mem");

    /** Names in a run's folder. */
    static final String ARGUMENTS_FILE = "args";

    static final String FILTER_FILE = "filter";
    static final String STATUS_FILE = RunFolder.STATUS.toString();
    static final String INSIDE_FILE = "in";

    /** Nobody, in and out of the sandbox's user namespace. */
    private static final String NOBODY = "65534";

    private final SandboxSpec spec;
    private final HostFacts host;
    private final Path sockets;
    private final List<String> arguments = new ArrayList<>();

    private BubblewrapLine(SandboxSpec spec, HostFacts host, Path sockets) {
        this.spec = spec;
        this.host = host;
        this.sockets = sockets;
    }

    /**
     * The arguments, in order.
     *
     * @param sockets the run's, on the host
     * @param programs path inside to what lies there on the host: the binary and, in the bare profile, its libraries
     * @param directories folders to make in the home, parents first, absolute inside
     * @param files copied in, in this order
     * @param environment the child's whole
     * @param terminal whether the child keeps the session that has its terminal
     */
    static List<String> arguments(
            SandboxSpec spec,
            HostFacts host,
            Path sockets,
            Map<String, Path> programs,
            List<String> directories,
            List<InsideFile> files,
            Map<String, String> environment,
            boolean terminal) {
        BubblewrapLine line = new BubblewrapLine(spec, host, sockets);
        line.namespaces(terminal);
        line.programs(programs);
        line.proc();
        line.memory();
        line.inside(directories, files);
        line.add("--chdir", PATHS.work());
        new TreeMap<>(environment).forEach((name, value) -> line.add("--setenv", name, value));
        line.add("--seccomp", Integer.toString(FILTER), "--json-status-fd", Integer.toString(STATUS));
        line.add("--remount-ro", "/"); // last: whatever came after it would fail
        return List.copyOf(line.arguments);
    }

    private void namespaces(boolean terminal) {
        add("--unshare-user", "--unshare-ipc", "--unshare-pid");
        if (spec.network() == NetworkPolicy.NONE) {
            add("--unshare-net");
        }
        add("--unshare-uts", "--unshare-cgroup-try", "--disable-userns");
        add("--uid", NOBODY, "--gid", NOBODY, "--hostname", "sbx", "--die-with-parent");
        if (!terminal) {
            add("--new-session"); // else the filter alone keeps a child from typing into its terminal
        }
        add("--clearenv", "--cap-drop", "ALL");
    }

    private void programs(Map<String, Path> programs) {
        if (spec.profile() == Profile.USR) {
            add("--ro-bind", "/usr", "/usr");
            host.usrLinks().forEach(name -> add("--symlink", "usr/" + name, "/" + name));
        }
        programs.forEach((inside, outside) -> add("--ro-bind", outside.toString(), inside));
    }

    private void proc() {
        add("--proc", "/proc");
        host.procFiles().forEach(file -> add("--ro-bind", "/dev/null", file));
        INIT_MEMORY.forEach(file -> add("--ro-bind", "/dev/null", file));
        host.procFolders().forEach(folder -> add("--tmpfs", folder, "--remount-ro", folder));
    }

    private void memory() {
        TmpfsSizes sizes = spec.sizes();
        add("--dev", "/dev");
        add("--size", Long.toString(sizes.shared()), "--perms", "1777", "--tmpfs", "/dev/shm");
        add("--remount-ro", "/dev");
        add("--size", Long.toString(sizes.temp()), "--perms", "1777", "--tmpfs", PATHS.temp());
        add("--size", Long.toString(sizes.home()), "--perms", "0700", "--tmpfs", PATHS.home());
    }

    private void inside(List<String> directories, List<InsideFile> files) {
        spec.readOnly().forEach(path -> add("--ro-bind", path.toString(), path.toString()));
        if (spec.network() == NetworkPolicy.HOST) {
            host.network().forEach(path -> add("--ro-bind", path, path));
        }
        if (spec.sockets()) {
            add("--ro-bind", sockets.toString(), SandboxSpec.SOCKETS);
        }
        add("--perms", "0555", "--dir", PATHS.work());
        directories.forEach(folder -> add("--perms", "0700", "--dir", folder));
        for (int index = 0; index < files.size(); index++) {
            InsideFile file = files.get(index);
            add("--perms", file.mode(), "--file", Integer.toString(descriptor(index)), file.path());
        }
    }

    private void add(String... words) {
        arguments.addAll(List.of(words));
    }

    /** As {@code --args} reads them. */
    static byte[] bytes(List<String> arguments) {
        StringBuilder text = new StringBuilder();
        arguments.forEach(argument -> text.append(argument).append('\0'));
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Whether so many files need a shell that can open descriptors of two digits. */
    static boolean needsLargeDescriptors(int files) {
        return files > SMALL.size();
    }

    private static int descriptor(int index) {
        return index < SMALL.size() ? SMALL.get(index) : FIRST_LARGE + index - SMALL.size();
    }

    /**
     * What the launch line's shell does before it goes on to bubblewrap: opens everything in the run's folder, its
     * {@code $1}, and removes the names again, so that nothing of it is to be found once the child runs.
     */
    static String opening(int files) {
        StringBuilder script = new StringBuilder("set -eu\nexec");
        StringBuilder names = new StringBuilder();
        script.append(" %d<\"$1/%s\"".formatted(ARGUMENTS, ARGUMENTS_FILE));
        script.append(" %d<\"$1/%s\"".formatted(FILTER, FILTER_FILE));
        script.append(" %d>\"$1/%s\"".formatted(STATUS, STATUS_FILE));
        for (int index = 0; index < files; index++) {
            script.append(" %d<\"$1/%s%d\"".formatted(descriptor(index), INSIDE_FILE, index));
            names.append(" \"$1/%s%d\"".formatted(INSIDE_FILE, index));
        }
        script.append("\nrm -f -- \"$1/%s\" \"$1/%s\"%s\nshift\n".formatted(ARGUMENTS_FILE, FILTER_FILE, names));
        return script.toString();
    }

    /**
     * What the shell executes in the end. Public in the process table, so it names nothing but the command.
     *
     * @param before what bubblewrap is executed by
     * @param inside what runs there, and its arguments
     */
    static List<String> command(Path bubblewrap, List<String> before, List<String> inside) {
        List<String> words = new ArrayList<>(before);
        words.addAll(List.of(bubblewrap.toString(), "--args", Integer.toString(ARGUMENTS), "--"));
        words.addAll(inside);
        return List.copyOf(words);
    }

    /** A sandbox of a program that does nothing, to see whether one can be made behind those words. */
    static List<String> trial(Path bubblewrap, List<String> before, Path shell) {
        List<String> words = new ArrayList<>(before);
        words.addAll(List.of(bubblewrap.toString(), "--unshare-user", "--unshare-pid", "--disable-userns"));
        words.addAll(List.of("--ro-bind", "/", "/", "--", shell.toString(), "-c", ":"));
        return List.copyOf(words);
    }
}
