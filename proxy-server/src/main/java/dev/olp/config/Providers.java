package dev.olp.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Which names may stand for a provider. */
final class Providers {
    /** Those with an adapter. */
    static final List<String> KNOWN = List.of("anthropic", "openai", "mistral");

    /** Names that the seed's files have; they may be written, but not switched on. */
    static final List<String> WITHOUT_ADAPTER = List.of("grok", "kimi", "minimax", "glm", "qwen");

    private Providers() {}

    /** Every provider with an adapter is on; whether it can serve is decided by its CLI and login. */
    static Map<String, ProviderSettings> defaults() {
        Map<String, ProviderSettings> all = new LinkedHashMap<>();
        KNOWN.forEach(name -> all.put(name, ProviderSettings.DEFAULTS));
        return Collections.unmodifiableMap(all);
    }
}
