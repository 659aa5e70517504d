package dev.olp.management;

import dev.olp.auth.KeyTerms;
import dev.olp.auth.Scope;
import dev.olp.auth.Tier;
import dev.olp.isolation.contract.DeploymentTier;
import dev.olp.registry.ModelEntry;
import dev.olp.registry.ModelRegistry;
import dev.olp.registry.ProviderEntry;
import dev.olp.wire.ApiError;
import dev.olp.wire.ApiException;
import dev.olp.wire.Shape;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads what an owner wants of a key: only what is named changes, and null takes a condition away. */
final class TermsReader {
    static final Set<String> FIELDS =
            Set.of("name", "providers", "models", "accounts", "min_tier", "expires_at", "notes");

    private static final int LONGEST_SHOWN = 64;

    private final ModelRegistry registry;
    private final AccountNames known;

    TermsReader(ModelRegistry registry, AccountNames accounts) {
        this.registry = registry;
        this.known = accounts;
    }

    /** @throws ApiException 400 {@code invalid_value} with the unknown field as {@code param} */
    static void refuseUnknown(ObjectNode body, Set<String> known) throws ApiException {
        for (String name : body.propertyNames()) {
            if (!known.contains(name)) {
                String shown = name.length() > LONGEST_SHOWN ? name.substring(0, LONGEST_SHOWN) + "…" : name;
                throw new ApiException(ApiError.badValue(
                        shown, "There is no such field here (expected: %s).".formatted(new TreeSet<>(known))));
            }
        }
    }

    /** The change that the body asks for. Applying it throws IllegalArgumentException for a bad name or note. */
    UnaryOperator<KeyTerms> read(ObjectNode body, Instant now) throws ApiException {
        List<UnaryOperator<KeyTerms>> changes = new ArrayList<>();
        if (body.has("name")) {
            String name = Shape.requiredString(body, "name", "name");
            changes.add(terms -> terms.withName(name));
        }
        if (body.has("expires_at")) {
            Instant end = future(body, now);
            changes.add(terms -> terms.withExpiresAt(end));
        }
        if (body.has("notes")) {
            String notes = Shape.string(body, "notes", "notes");
            changes.add(terms -> terms.withNotes(notes));
        }
        if (body.has("providers")) {
            Set<String> providers = providers(body, "providers");
            changes.add(terms -> terms.withScope(terms.scope().withProviders(providers)));
        }
        if (body.has("models")) {
            Set<String> models = models(body, "models");
            changes.add(terms -> terms.withScope(terms.scope().withModels(models)));
        }
        if (body.has("accounts")) {
            Map<String, String> accounts = accounts(body);
            requireAccounts(accounts);
            changes.add(terms -> terms.withScope(terms.scope().withAccounts(accounts)));
        }
        if (body.has("min_tier")) {
            DeploymentTier tier = minTier(body);
            changes.add(terms -> terms.withScope(terms.scope().withMinTier(tier)));
        }
        return terms -> {
            KeyTerms changed = terms;
            for (UnaryOperator<KeyTerms> change : changes) {
                changed = change.apply(changed);
            }
            return changed;
        };
    }

    /** Guest where none is named. */
    static Tier tier(ObjectNode body, String field) throws ApiException {
        String word = Shape.string(body, field, field);
        return switch (word == null ? "guest" : word) {
            case "owner" -> Tier.OWNER;
            case "guest" -> Tier.GUEST;
            default -> throw Shape.bad(field, "must be owner or guest.");
        };
    }

    @Nullable
    Set<String> providers(ObjectNode body, String field) throws ApiException {
        Set<String> names = strings(body, field);
        for (String name : names == null ? Set.<String>of() : names) {
            requireProvider(field, name);
        }
        return names;
    }

    /** By the registry's ids, however they are spelt. */
    @Nullable
    Set<String> models(ObjectNode body, String field) throws ApiException {
        Set<String> names = strings(body, field);
        if (names == null) {
            return null;
        }
        Set<String> ids = new TreeSet<>();
        for (String name : names) {
            Optional<ModelEntry> model = registry.resolve(name);
            if (model.isEmpty()) {
                List<String> near = registry.nearest(name);
                throw Shape.bad(
                        field,
                        "names a model that is not known here; "
                                + (near.isEmpty() ? "GET /v1/models lists them." : "near ones: " + near + "."));
            }
            ids.add(model.get().id());
        }
        return ids;
    }

    /** Whatever their names: a key that is imported may wait for its login. */
    Map<String, String> accounts(ObjectNode body) throws ApiException {
        ObjectNode object = Shape.object(body, "accounts", "accounts");
        Map<String, String> accounts = new HashMap<>();
        for (Map.Entry<String, JsonNode> account :
                object == null ? Set.<Map.Entry<String, JsonNode>>of() : object.properties()) {
            requireProvider("accounts", account.getKey());
            if (!account.getValue().isString()) {
                throw Shape.bad("accounts", "must give each provider the name of an account.");
            }
            accounts.put(account.getKey(), account.getValue().stringValue());
        }
        return accounts;
    }

    @Nullable
    DeploymentTier minTier(ObjectNode body) throws ApiException {
        String word = Shape.string(body, "min_tier", "min_tier");
        if (word == null) {
            return null;
        }
        return Scope.tier(word)
                .orElseThrow(() -> Shape.bad(
                        "min_tier", "must be one of %s.".formatted(List.of((Object[]) DeploymentTier.values()))));
    }

    /** A time with its offset, to the second or finer. */
    static @Nullable Instant time(ObjectNode body, String field) throws ApiException {
        String text = Shape.string(body, field, field);
        if (text == null) {
            return null;
        }
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException wrong) {
            throw Shape.bad(field, "must be a time such as 2027-01-31T18:00:00Z.");
        }
    }

    private static @Nullable Instant future(ObjectNode body, Instant now) throws ApiException {
        Instant end = time(body, "expires_at");
        if (end != null && !end.isAfter(now)) {
            throw Shape.bad("expires_at", "must be in the future; to end a key now, revoke it.");
        }
        return end;
    }

    private void requireProvider(String field, String name) throws ApiException {
        if (registry.provider(name).isEmpty()) {
            throw Shape.bad(
                    field,
                    "names a provider that is not known here (expected: of %s)."
                            .formatted(registry.providers().stream()
                                    .map(ProviderEntry::id)
                                    .collect(Collectors.joining(", "))));
        }
    }

    /** Those that nobody has logged in and no configuration names. */
    Map<String, String> unknown(Map<String, String> accounts) {
        Map<String, String> unknown = new TreeMap<>(accounts);
        unknown.entrySet().removeIf(account -> known.of(account.getKey()).contains(account.getValue()));
        return unknown;
    }

    private void requireAccounts(Map<String, String> accounts) throws ApiException {
        for (Map.Entry<String, String> account : accounts.entrySet()) {
            SortedSet<String> there = known.of(account.getKey());
            if (!there.contains(account.getValue())) {
                throw Shape.bad(
                        "accounts",
                        "names an account of %1$s that is not known here (expected: of %2$s). `olp login %1$s --account NAME` makes another."
                                .formatted(account.getKey(), String.join(", ", there)));
            }
        }
    }

    private static @Nullable Set<String> strings(ObjectNode body, String field) throws ApiException {
        ArrayNode array = Shape.array(body, field, field);
        if (array == null) {
            return null;
        }
        Set<String> strings = new TreeSet<>();
        for (JsonNode element : array) {
            if (!element.isString()) {
                throw Shape.wrong(field, "an array of strings", element);
            }
            strings.add(element.stringValue());
        }
        return strings;
    }
}
