package dev.olp.auth;

import dev.olp.isolation.contract.DeploymentTier;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a caller may use, and how.
 *
 * @param providers provider ids; null for all
 * @param models the registry's ids of models; null for all
 * @param accounts which login of a provider to use, by provider id; {@value #DEFAULT_ACCOUNT} where it names none
 * @param minTier how far apart from others the caller insists on being kept; null for what the server gives
 */
public record Scope(
        @Nullable Set<String> providers,
        @Nullable Set<String> models,
        Map<String, String> accounts,
        @Nullable DeploymentTier minTier) {
    /** The account of a provider that every caller uses unless bound to another. */
    public static final String DEFAULT_ACCOUNT = "default";

    /** No restriction. */
    public static final Scope EVERYTHING = new Scope(null, null, Map.of(), null);

    private static final int MOST_NAMES = 200;
    private static final Pattern PROVIDER = Pattern.compile("[a-z0-9-]{1,32}");
    private static final Pattern MODEL = Pattern.compile("[A-Za-z0-9._:/-]{1,128}");
    private static final Pattern ACCOUNT = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,31}");

    /** @throws IllegalArgumentException for what cannot be such a name, and for too many; it begins with the field */
    public Scope {
        providers = names("providers", providers, PROVIDER);
        models = names("models", models, MODEL);
        accounts = Map.copyOf(new TreeMap<>(accounts));
        names("accounts", accounts.keySet(), PROVIDER);
        names("accounts", Set.copyOf(accounts.values()), ACCOUNT);
    }

    /** These providers and no others; may be empty. */
    public static Scope only(Set<String> providers) {
        return new Scope(providers, null, Map.of(), null);
    }

    public Scope withProviders(@Nullable Set<String> others) {
        return new Scope(others, models, accounts, minTier);
    }

    public Scope withModels(@Nullable Set<String> others) {
        return new Scope(providers, others, accounts, minTier);
    }

    public Scope withAccounts(Map<String, String> others) {
        return new Scope(providers, models, others, minTier);
    }

    public Scope withMinTier(@Nullable DeploymentTier other) {
        return new Scope(providers, models, accounts, other);
    }

    /** The tier of that name, as the configuration spells it. */
    public static Optional<DeploymentTier> tier(String declared) {
        return Stream.of(DeploymentTier.values())
                .filter(tier -> tier.declared().equals(declared))
                .findFirst();
    }

    public boolean allows(String provider) {
        return providers == null || providers.contains(provider);
    }

    /** @param model the registry's id */
    public boolean allows(String provider, String model) {
        return allows(provider) && (models == null || models.contains(model));
    }

    /** The one login of the provider that this caller may use; empty when it is bound to none. */
    public Optional<String> boundAccount(String provider) {
        return Optional.ofNullable(accounts.get(provider));
    }

    /** How far apart from others the caller insists on being kept. */
    public Optional<DeploymentTier> insistsOn() {
        return Optional.ofNullable(minTier);
    }

    private static @Nullable Set<String> names(String field, @Nullable Set<String> names, Pattern rule) {
        if (names == null) {
            return null;
        }
        if (names.size() > MOST_NAMES
                || !names.stream().allMatch(name -> rule.matcher(name).matches())) {
            throw new IllegalArgumentException(
                    field + ": not allowed (expected: at most " + MOST_NAMES + " names that match " + rule + ")");
        }
        return Collections.unmodifiableSet(new TreeSet<>(names));
    }
}
