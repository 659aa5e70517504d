package dev.olp.provider;

import dev.olp.isolation.contract.HomeFile;
import java.util.List;
import java.util.Map;

/**
 * How to start the CLI for one request, and how to talk to it.
 *
 * @param args arguments without the binary; fixed flags and ids only, never prompt text or a secret
 * @param env the child's whole environment but for PATH, HOME, TMPDIR and LANG, which the server sets
 * @param directories folders to make in the home, relative
 * @param files files to write into the home
 * @param controllingTerminal whether the CLI must be able to open /dev/tty
 * @param dialogue the protocol
 */
public record LaunchPlan(
        List<String> args,
        Map<String, String> env,
        List<String> directories,
        List<HomeFile> files,
        boolean controllingTerminal,
        Dialogue dialogue) {
    public LaunchPlan {
        args = List.copyOf(args);
        env = Map.copyOf(env);
        directories = List.copyOf(directories);
        files = List.copyOf(files);
    }
}
