package dev.olp.isolation;

import dev.olp.isolation.contract.HomeFile;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What to start in an open run.
 *
 * @param binary absolute path of the executable
 * @param args its arguments, without the binary itself; public in the process table, so never prompt text or a secret
 * @param env the child's whole environment
 * @param directories folders to make in the home first, relative
 * @param files files to write into the home first
 * @param controllingTerminal whether the child must be able to open /dev/tty
 * @param limits caps on the child's output
 */
public record ChildSpec(
        Path binary,
        List<String> args,
        Map<String, String> env,
        List<String> directories,
        List<HomeFile> files,
        boolean controllingTerminal,
        OutputLimits limits) {
    public ChildSpec {
        args = List.copyOf(args);
        env = Map.copyOf(env);
        directories = List.copyOf(directories);
        files = List.copyOf(files);
    }

    /** The same with more in its environment, which wins over what is there. */
    public ChildSpec with(Map<String, String> more) {
        Map<String, String> all = new HashMap<>(env);
        all.putAll(more);
        return new ChildSpec(binary, args, all, directories, files, controllingTerminal, limits);
    }
}
