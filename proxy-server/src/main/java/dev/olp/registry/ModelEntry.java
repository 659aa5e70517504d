package dev.olp.registry;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A model.
 *
 * @param id canonical; what the provider's CLI is given
 * @param provider id of its {@link ProviderEntry}
 * @param contextWindow tokens; null when not known
 * @param maxOutputTokens tokens; null when not known
 * @param created seconds since 1970; stable, for the models list
 * @param deprecated whether the vendor has announced its end
 * @param inputModalities {@code text}, {@code image}
 * @param price null when not public or not sure
 * @param aliases other names, unique in the whole registry
 */
public record ModelEntry(
        String id,
        String provider,
        String displayName,
        @Nullable Integer contextWindow,
        @Nullable Integer maxOutputTokens,
        long created,
        boolean deprecated,
        List<String> inputModalities,
        @Nullable Price price,
        List<String> aliases) {
    public ModelEntry {
        inputModalities = List.copyOf(inputModalities);
        aliases = List.copyOf(aliases);
    }
}
