package dev.olp.registry;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** All providers and models, and the way from the name a client asks for to a model. Immutable. */
public final class ModelRegistry {
    /** The registry in the jar. */
    static final String RESOURCE = "models-registry.json";
    /** The overlay's name in the home. */
    static final String OVERLAY = "models.local.json";
    /** Characters of a name that could still be one of ours. */
    static final int MAX_NAME = 128;

    private static final String LATEST = ":latest";

    private final Map<String, ProviderEntry> providers;
    private final List<ModelEntry> models;
    private final Map<String, ModelEntry> byName = new HashMap<>();
    private final Map<String, ModelEntry> byLowerName = new HashMap<>();

    private ModelRegistry(List<ProviderEntry> providers, List<ModelEntry> models) {
        Map<String, ProviderEntry> byId = new LinkedHashMap<>();
        providers.forEach(provider -> byId.put(provider.id(), provider));
        this.providers = byId;
        this.models = List.copyOf(models);
        index();
    }

    /**
     * The registry of the jar, with the overlay {@code models.local.json} of a home where there is one.
     *
     * @throws RegistryException when either can't be used
     */
    public static ModelRegistry load(Path home) {
        Path overlay = home.resolve(OVERLAY);
        try (InputStream base = ModelRegistry.class.getResourceAsStream(RESOURCE);
                InputStream local = Files.exists(overlay) ? Files.newInputStream(overlay) : null) {
            if (base == null) {
                throw new RegistryException(RESOURCE + " is missing in the jar");
            }
            return load(base, Optional.ofNullable(local));
        } catch (IOException e) {
            throw new RegistryException(overlay + ": can't be read", e);
        }
    }

    /**
     * A registry from JSON, checked against the schema.
     *
     * @param overlay entries that replace or add by id, field by field
     */
    public static ModelRegistry load(InputStream base, Optional<InputStream> overlay) {
        ObjectNode document = RegistryDocument.read(base, overlay);
        List<ProviderEntry> providers = new ArrayList<>();
        for (JsonNode provider : document.path("providers")) {
            providers.add(RegistryEntries.provider(provider));
        }
        List<ModelEntry> models = new ArrayList<>();
        for (JsonNode model : document.path("models")) {
            models.add(RegistryEntries.model(model));
        }
        return new ModelRegistry(providers, models);
    }

    /** In the registry's order. */
    public List<ProviderEntry> providers() {
        return List.copyOf(providers.values());
    }

    public Optional<ProviderEntry> provider(String id) {
        return Optional.ofNullable(providers.get(id));
    }

    /** In the registry's order. */
    public List<ModelEntry> models() {
        return models;
    }

    /**
     * The model that a client means: an id or alias, exact or else in any case; with or without {@code :latest}; with
     * or without its provider's prefix ({@code anthropic/…}), which must then be right.
     */
    public Optional<ModelEntry> resolve(String asked) {
        if (asked.length() > MAX_NAME) {
            return Optional.empty();
        }
        String name = asked;
        if (name.regionMatches(true, name.length() - LATEST.length(), LATEST, 0, LATEST.length())) {
            name = name.substring(0, name.length() - LATEST.length());
        }
        int slash = name.indexOf('/');
        if (slash < 0) {
            return Optional.ofNullable(find(name));
        }
        String prefix = name.substring(0, slash);
        return Optional.ofNullable(find(name.substring(slash + 1)))
                .filter(model -> model.provider().equalsIgnoreCase(prefix));
    }

    /** Up to three names of ours that look like the one asked for, the most alike first; for an error's text. */
    public List<String> nearest(String asked) {
        return NearNames.of(asked, byName.keySet());
    }

    private @Nullable ModelEntry find(String name) {
        ModelEntry exact = byName.get(name);
        return exact == null ? byLowerName.get(name.toLowerCase(Locale.ROOT)) : exact;
    }

    private void index() {
        Set<String> twice = new HashSet<>();
        for (ModelEntry model : models) {
            if (!providers.containsKey(model.provider())) {
                throw new RegistryException(
                        "models registry: %s: provider %s is not listed".formatted(model.id(), model.provider()));
            }
            add(model.id(), model, twice);
            model.aliases().forEach(alias -> add(alias, model, twice));
        }
        // two names that differ in case only are both found exactly, and neither in another case
        twice.forEach(byLowerName::remove);
    }

    private void add(String name, ModelEntry model, Set<String> twice) {
        if (byName.put(name, model) != null) {
            throw new RegistryException("models registry: %s: the name stands twice".formatted(name));
        }
        String lower = name.toLowerCase(Locale.ROOT);
        if (byLowerName.put(lower, model) != null) {
            twice.add(lower);
        }
    }
}
