package dev.olp.routing;

import dev.olp.auth.Scope;
import dev.olp.registry.ModelEntry;
import dev.olp.registry.ModelRegistry;
import dev.olp.routing.RoutePlan.Choice;
import dev.olp.routing.RoutePlan.LeftOut;
import dev.olp.wire.ApiError;
import dev.olp.wire.ApiException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Turns the model that was asked for into hops. An alias is resolved before the chain is looked up. */
public final class RoutePlanner {
    private final ModelRegistry registry;
    private final Map<String, List<Hop>> chains;
    private final Set<String> enabled;
    private final AccountOrder accounts;

    /**
     * Makes a planner.
     *
     * @param chains configured hops by canonical model or alias; an unknown or a second name of one model throws
     *     IllegalArgumentException
     * @param enabled ids of the providers that may run
     * @param accounts for hops that leave the login open
     */
    public RoutePlanner(
            ModelRegistry registry, Map<String, List<Hop>> chains, Set<String> enabled, AccountOrder accounts) {
        this.registry = registry;
        this.chains = byModel(registry, chains);
        this.enabled = Set.copyOf(enabled);
        this.accounts = accounts;
    }

    /**
     * Plans a request.
     *
     * @param hasImages whether the request holds an image, which every hop must then be able to see
     * @param scope what the key may use
     * @param key its id
     * @throws ApiException 404 {@code model_not_found} with near names; 403 {@code provider_not_allowed} or {@code
     *     model_not_allowed} when no hop is in scope; 400 when no hop sees images; 503 {@code no_provider_available} when every hop is switched off
     */
    public RoutePlan plan(String asked, boolean hasImages, Scope scope, String key) throws ApiException {
        ModelEntry model = registry.resolve(asked).orElseThrow(() -> new ApiException(unknown(asked)));
        List<Hop> chain = chain(model).hops();
        List<Hop> ofProviders = keep(chain, hop -> scope.allows(hop.provider()), () -> forbidden(model));
        List<Hop> allowed =
                keep(ofProviders, hop -> scope.allows(hop.provider(), registryId(hop)), () -> forbiddenModel(model));
        List<Hop> running = keep(allowed, hop -> enabled.contains(hop.provider()), () -> switchedOff(model));
        List<Hop> seeing = hasImages ? keep(running, this::seesImages, () -> blind(model)) : running;
        Map<Hop, Optional<Choice>> chosen = choose(seeing, scope, key);
        Map<Hop, Choice> choices = new HashMap<>();
        chosen.forEach((hop, choice) -> choice.ifPresent(why -> choices.put(hop, why)));
        List<LeftOut> leftOut = chain.stream()
                .filter(hop -> !seeing.contains(hop))
                .map(hop -> new LeftOut(hop, unusable(hop, scope).orElse("no_images")))
                .toList();
        return new RoutePlan(model.id(), List.copyOf(chosen.keySet()), leftOut, choices);
    }

    /** Why a hop is in no plan of that scope, as {@link LeftOut#why}; empty for one that is. */
    public Optional<String> unusable(Hop hop, Scope scope) {
        if (!scope.allows(hop.provider(), registryId(hop))) {
            return Optional.of("not_in_scope");
        }
        return enabled.contains(hop.provider()) ? Optional.empty() : Optional.of("provider_off");
    }

    /**
     * The hops of a chain with the logins that a key uses for them: the one that it is bound to; else the hop's own; else
     * all, the best first. No hop comes twice.
     */
    public List<Hop> withLogins(List<Hop> hops, Scope scope, String key) {
        return List.copyOf(choose(hops, scope, key).keySet());
    }

    /** In order, with why; empty where the chain says so. */
    private Map<Hop, Optional<Choice>> choose(List<Hop> hops, Scope scope, String key) {
        Map<Hop, Optional<Choice>> chosen = new LinkedHashMap<>();
        for (Hop hop : hops) {
            Optional<String> bound = scope.boundAccount(hop.provider());
            if (bound.isPresent()) {
                chosen.putIfAbsent(hop.with(bound.get()), Optional.of(Choice.KEY));
            } else if (hop.account().equals(Hop.ANY_ACCOUNT)) {
                for (String account : accounts.of(hop.provider(), hop.model(), key)) {
                    boolean last = accounts.isLast(hop.provider(), hop.model(), key, account);
                    chosen.putIfAbsent(hop.with(account), Optional.of(last ? Choice.STICKY : Choice.LEAST_USED));
                }
            } else {
                chosen.putIfAbsent(hop, Optional.empty());
            }
        }
        return chosen;
    }

    /** What is tried for a model when nothing stands in the way. */
    public Chain chain(ModelEntry model) {
        List<Hop> configured = chains.get(model.id());
        return new Chain(
                configured != null,
                configured == null
                        ? List.of(new Hop(model.provider(), model.id(), Scope.DEFAULT_ACCOUNT))
                        : configured);
    }

    /** A chain may spell a model by an alias; a key's scope never does. */
    private String registryId(Hop hop) {
        return registry.resolve(hop.model()).map(ModelEntry::id).orElse(hop.model());
    }

    /** However a model is spelt, it has one chain. */
    private static Map<String, List<Hop>> byModel(ModelRegistry registry, Map<String, List<Hop>> chains) {
        Map<String, List<Hop>> byModel = new HashMap<>();
        chains.forEach((name, hops) -> {
            ModelEntry model = registry.resolve(name)
                    .orElseThrow(() -> new IllegalArgumentException(
                            "routing.chains." + name + ": no such model (expected: an id or alias of the registry)"));
            if (byModel.put(model.id(), List.copyOf(hops)) != null) {
                throw new IllegalArgumentException(
                        "routing.chains." + name + ": a second chain for " + model.id() + " (expected: one)");
            }
        });
        return Map.copyOf(byModel);
    }

    private static List<Hop> keep(List<Hop> hops, Predicate<Hop> wanted, Supplier<ApiError> otherwise)
            throws ApiException {
        List<Hop> kept = hops.stream().filter(wanted).toList();
        if (kept.isEmpty()) {
            throw new ApiException(otherwise.get());
        }
        return kept;
    }

    private boolean seesImages(Hop hop) {
        return registry.resolve(hop.model())
                .filter(model -> model.inputModalities().contains("image"))
                .isPresent();
    }

    private static ApiError forbidden(ModelEntry model) {
        return ApiError.of(
                403,
                "provider_not_allowed",
                "Your key may not use the provider of %s; ask the owner of this server.".formatted(model.id()));
    }

    private static ApiError forbiddenModel(ModelEntry model) {
        return ApiError.of(
                403,
                "model_not_allowed",
                "Your key may not use %s; GET /v1/models lists what it may use.".formatted(model.id()));
    }

    private static ApiError switchedOff(ModelEntry model) {
        return ApiError.of(
                        503,
                        "no_provider_available",
                        "No provider for %s is switched on here; ask the operator.".formatted(model.id()))
                .withHeader("Retry-After", "60");
    }

    private static ApiError blind(ModelEntry model) {
        return ApiError.badValue(
                "messages", "%s takes no images; send text, or ask a model that takes them.".formatted(model.id()));
    }

    private ApiError unknown(String asked) {
        List<String> near = registry.nearest(asked);
        String hint = near.isEmpty() ? "GET /v1/models lists them." : "Did you mean " + String.join(", ", near) + "?";
        ApiError error = ApiError.of(404, "model_not_found", "There is no such model here. " + hint);
        return new ApiError(error.status(), error.type(), error.code(), "model", error.message(), error.headers());
    }
}
