package dev.olp.provider;

import dev.olp.isolation.contract.HomePaths;
import java.util.Map;

/**
 * What the server knows when it asks for a launch plan.
 *
 * @param paths the run's folders as the child sees them
 * @param model the model id that the CLI is given
 * @param login the login to use
 * @param upstream the way to the provider's API
 * @param cliVersion the CLI's version as its version probe printed it, for example {@code 2.1.332}
 * @param probes what each of {@link Provider#probes()} printed, by its name
 * @param turnLabel an unguessable label (HMAC of a server secret and the key id), for a CLI that takes no native turns
 */
public record LaunchContext(
        HomePaths paths,
        String model,
        Login login,
        UpstreamAccess upstream,
        String cliVersion,
        Map<String, String> probes,
        String turnLabel) {
    public LaunchContext {
        probes = Map.copyOf(probes);
    }
}
