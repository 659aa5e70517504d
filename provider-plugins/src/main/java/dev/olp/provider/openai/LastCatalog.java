package dev.olp.provider.openai;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The catalog last parsed, beside its text: 1 MB that is the same for every request of one binary. Thread-safe. */
final class LastCatalog {
    static final String PROBE = "catalog";

    private volatile @Nullable Parsed last;

    ModelCatalog of(Map<String, String> probes) {
        String printed = probes.getOrDefault(PROBE, "");
        Parsed parsed = last;
        if (parsed == null || !parsed.printed().equals(printed)) {
            parsed = new Parsed(printed, ModelCatalog.parse(printed));
            last = parsed;
        }
        return parsed.catalog();
    }

    private record Parsed(String printed, ModelCatalog catalog) {}
}
