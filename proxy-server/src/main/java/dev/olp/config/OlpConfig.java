package dev.olp.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * All of {@code config.json}, checked. A record component is a key of the file, in snake case.
 *
 * @param providers by name, in the file's order after those with an adapter
 */
public record OlpConfig(
        ServerSettings server,
        AuthSettings auth,
        @ByProvider Map<String, ProviderSettings> providers,
        RoutingSettings routing,
        CacheSettings cache,
        StreamingSettings streaming,
        RequestSettings requests,
        IsolationSettings isolation,
        AuditSettings audit,
        LimitSettings limits,
        DashboardSettings dashboard,
        MetricsSettings metrics,
        LogSettings logs,
        AlertSettings alerts) {
    public static final OlpConfig DEFAULTS = new OlpConfig(
            ServerSettings.DEFAULTS,
            AuthSettings.DEFAULTS,
            Providers.defaults(),
            RoutingSettings.DEFAULTS,
            CacheSettings.DEFAULTS,
            StreamingSettings.DEFAULTS,
            RequestSettings.DEFAULTS,
            IsolationSettings.DEFAULTS,
            AuditSettings.DEFAULTS,
            LimitSettings.DEFAULTS,
            DashboardSettings.DEFAULTS,
            MetricsSettings.DEFAULTS,
            LogSettings.DEFAULTS,
            AlertSettings.DEFAULTS);

    public OlpConfig {
        providers = Collections.unmodifiableMap(new LinkedHashMap<>(providers));
    }
}
