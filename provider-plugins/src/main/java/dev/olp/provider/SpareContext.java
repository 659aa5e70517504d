package dev.olp.provider;

import dev.olp.isolation.contract.HomePaths;
import java.util.List;
import java.util.Map;

/**
 * What the server knows when it starts a process for a request that has yet to come.
 *
 * @param paths the run's folders as the child sees them
 * @param login of the kind that the request will have; worth nothing outside the run
 * @param upstream the way to the provider's API
 * @param cliVersion as in {@link LaunchContext}
 * @param probes as in {@link LaunchContext}
 * @param models ids of the models that may be asked for
 */
public record SpareContext(
        HomePaths paths,
        Login login,
        UpstreamAccess upstream,
        String cliVersion,
        Map<String, String> probes,
        List<String> models) {
    public SpareContext {
        probes = Map.copyOf(probes);
        models = List.copyOf(models);
    }
}
