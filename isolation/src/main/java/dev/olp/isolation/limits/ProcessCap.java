package dev.olp.isolation.limits;

import dev.olp.isolation.process.Tools;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A cap on a run's processes without cgroups. RLIMIT_NPROC counts all that a user runs, so one run would take from the
 * next; but since Linux 5.14 it counts within each user namespace, and on the way up against the cap that held when the
 * namespace was made. A namespace of the run's own, outside the sandbox's, makes it a cap of the run.
 */
final class ProcessCap {
    private static final Pattern RELEASE = Pattern.compile("(\\d{1,4})\\.(\\d{1,4})\\b.*");
    private static final List<String> NAMESPACE = List.of("--user", "--map-current-user", "--");
    private static final int MAJOR = 5;
    private static final int MINOR = 14;

    private ProcessCap() {}

    /** @param release as uname says, like {@code 6.1.0-rpi} */
    static boolean counts(String release) {
        Matcher numbers = RELEASE.matcher(release);
        if (!numbers.matches()) {
            return false;
        }
        int major = Integer.parseInt(numbers.group(1));
        return major > MAJOR || (major == MAJOR && Integer.parseInt(numbers.group(2)) >= MINOR);
    }

    /** The same for a run that is in a user namespace of its own already. */
    static List<String> withinNamespace(List<String> words) {
        return words.subList(NAMESPACE.size() + 1, words.size());
    }

    /** What goes before a command. */
    static List<String> words(Tools tools, int processes) {
        List<String> words = new ArrayList<>(List.of(tools.unshare().toString()));
        words.addAll(NAMESPACE);
        words.addAll(List.of(tools.prlimit().toString(), "--nproc=" + processes + ":" + processes, "--"));
        return List.copyOf(words);
    }
}
