package dev.olp.provider;

import dev.olp.isolation.contract.HomeFile;
import java.util.List;
import java.util.Map;

/**
 * How to start a process before there is a request for it. The fields are those of a {@link LaunchPlan}; nothing in them
 * comes from a request.
 *
 * @param greeting tells when it can be given one
 */
public record SparePlan(
        List<String> args, Map<String, String> env, List<String> directories, List<HomeFile> files, Greeting greeting) {
    public SparePlan {
        args = List.copyOf(args);
        env = Map.copyOf(env);
        directories = List.copyOf(directories);
        files = List.copyOf(files);
    }
}
