package dev.olp.app;

import dev.olp.config.LoadedConfig;
import dev.olp.config.OlpConfig;
import dev.olp.http.RequestHandler;
import dev.olp.run.ProviderRuntime;
import java.util.Map;

/**
 * What one configuration makes of the installation. A request that came in under it is served by it to its end.
 *
 * @param providers the enabled ones by id
 */
record Serving(LoadedConfig loaded, Map<String, ProviderRuntime> providers, RequestHandler handler) {
    Serving {
        providers = Map.copyOf(providers);
    }

    OlpConfig config() {
        return loaded.config();
    }
}
