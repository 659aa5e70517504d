package dev.olp.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.olp.auth.Scope;
import dev.olp.registry.ModelRegistry;
import dev.olp.routing.RoutePlan.Choice;
import dev.olp.routing.RoutePlan.LeftOut;
import dev.olp.wire.ApiException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RoutePlannerTest {
    private static final Hop CLAUDE = new Hop("anthropic", "claude-sonnet-4-6", "default");
    private static final Hop CODEX = new Hop("openai", "gpt-5.5", "default");
    private static final AccountOrder ACCOUNTS = (provider, model, key) -> List.of("work", "default");
    private static final Set<String> ALL = Set.of("anthropic", "openai");

    @TempDir
    Path home;

    @SuppressWarnings("NullAway.Init")
    private ModelRegistry registry;

    @BeforeEach
    void load() {
        registry = ModelRegistry.load(home);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sonnet", "claude-sonnet-4-6", "anthropic/sonnet", "sonnet:latest"})
    void aChainHoldsForEverySpellingOfItsModel(String asked) throws ApiException {
        RoutePlanner planner = new RoutePlanner(registry, Map.of("sonnet", List.of(CLAUDE, CODEX)), ALL, ACCOUNTS);

        assertThat(planner.plan(asked, false, Scope.EVERYTHING, "key").hops()).containsExactly(CLAUDE, CODEX);
    }

    @Test
    void withoutAChainTheModelsOwnProviderIsTheOnlyHop() throws ApiException {
        RoutePlanner planner = new RoutePlanner(registry, Map.of(), ALL, ACCOUNTS);

        assertThat(planner.plan("sonnet", false, Scope.EVERYTHING, "key").hops())
                .containsExactly(CLAUDE);
    }

    @Test
    void aChainForAnUnknownOrATwiceNamedModelIsRefusedWithItsPath() {
        assertThatThrownBy(() -> new RoutePlanner(registry, Map.of("sonet", List.of(CLAUDE)), ALL, ACCOUNTS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("routing.chains.sonet");
        assertThatThrownBy(() -> new RoutePlanner(
                        registry,
                        Map.of("sonnet", List.of(CLAUDE), "claude-sonnet-4-6", List.of(CODEX)),
                        ALL,
                        ACCOUNTS))
                .hasMessageContaining("second chain");
    }

    @Test
    void hopsOutsideTheKeysScopeAreSkippedAndNoneLeftIs403() throws ApiException {
        RoutePlanner planner = new RoutePlanner(registry, Map.of("sonnet", List.of(CLAUDE, CODEX)), ALL, ACCOUNTS);

        assertThat(planner.plan("sonnet", false, Scope.only(Set.of("openai")), "key")
                        .hops())
                .containsExactly(CODEX);
        assertThat(code(planner, "sonnet", Scope.only(Set.of("mistral")))).isEqualTo("provider_not_allowed");
    }

    @Test
    void hopsToModelsOutsideTheKeysScopeAreSkippedHoweverTheChainSpellsThem() throws ApiException {
        RoutePlanner planner = new RoutePlanner(
                registry, Map.of("sonnet", List.of(new Hop("anthropic", "sonnet", "default"), CODEX)), ALL, ACCOUNTS);

        assertThat(planner.plan("sonnet", false, models("claude-sonnet-4-6"), "key")
                        .hops())
                .extracting(Hop::provider)
                .containsExactly("anthropic");
        assertThat(planner.plan("sonnet", false, models("gpt-5.5"), "key").hops())
                .containsExactly(CODEX);
        assertThat(code(planner, "sonnet", models("gpt-5.4"))).isEqualTo("model_not_allowed");
        assertThat(code(planner, "sonnet", models())).isEqualTo("model_not_allowed");
    }

    @Test
    void aKeysAccountIsTheOneOfItsHops() throws ApiException {
        RoutePlanner planner = new RoutePlanner(registry, Map.of("sonnet", List.of(CLAUDE, CODEX)), ALL, ACCOUNTS);

        assertThat(planner.plan("sonnet", false, new Scope(null, null, Map.of("openai", "work"), null), "key")
                        .hops())
                .extracting(Hop::account)
                .containsExactly("default", "work");
    }

    @Test
    void aHopNamesItsLoginOrLeavesItOpen() throws ApiException {
        RoutePlanner planner = new RoutePlanner(
                registry, Map.of("sonnet", List.of(claude("home"), claude(Hop.ANY_ACCOUNT), CODEX)), ALL, ACCOUNTS);

        assertThat(planner.plan("sonnet", false, Scope.EVERYTHING, "key").hops())
                .containsExactly(claude("home"), claude("work"), CLAUDE, CODEX);
    }

    @Test
    void aPlanSaysWhoIsLeftOutAndWhyALoginIsChosen() throws ApiException {
        AccountOrder last = new AccountOrder() {
            @Override
            public List<String> of(String provider, String model, String key) {
                return List.of("work", "default");
            }

            @Override
            public boolean isLast(String provider, String model, String key, String account) {
                return account.equals("work");
            }
        };
        Hop vibe = new Hop("mistral", "devstral-2", "default");
        RoutePlanner planner = new RoutePlanner(
                registry,
                Map.of("sonnet", List.of(claude("home"), claude(Hop.ANY_ACCOUNT), CODEX, vibe)),
                Set.of("anthropic", "mistral"),
                last);

        RoutePlan plan = planner.plan("sonnet", false, Scope.only(Set.of("anthropic", "openai")), "key");

        assertThat(plan.hops()).containsExactly(claude("home"), claude("work"), CLAUDE);
        assertThat(plan.leftOut())
                .containsExactly(new LeftOut(CODEX, "provider_off"), new LeftOut(vibe, "not_in_scope"));
        assertThat(plan.choices()).isEqualTo(Map.of(claude("work"), Choice.STICKY, CLAUDE, Choice.LEAST_USED));
        assertThat(planner.plan("sonnet", false, Scope.EVERYTHING.withAccounts(Map.of("anthropic", "mine")), "key")
                        .choices())
                .isEqualTo(Map.of(claude("mine"), Choice.KEY));
    }

    /** It never spends a login that is not its own, and has no hop twice. */
    @Test
    void aBoundKeyUsesItsOwnLoginWhateverTheHopsSay() throws ApiException {
        RoutePlanner planner = new RoutePlanner(
                registry, Map.of("sonnet", List.of(claude("home"), claude(Hop.ANY_ACCOUNT), CODEX)), ALL, ACCOUNTS);
        Scope bound = Scope.EVERYTHING.withAccounts(Map.of("anthropic", "mine"));

        assertThat(planner.plan("sonnet", false, bound, "key").hops()).containsExactly(claude("mine"), CODEX);
    }

    private static Hop claude(String account) {
        return new Hop(CLAUDE.provider(), CLAUDE.model(), account);
    }

    private static Scope models(String... ids) {
        return new Scope(null, Set.of(ids), Map.of(), null);
    }

    @Test
    void whatIsSwitchedOffOrUnknownSaysSo() {
        RoutePlanner planner = new RoutePlanner(registry, Map.of(), Set.of("openai"), ACCOUNTS);

        assertThat(code(planner, "sonnet", Scope.EVERYTHING)).isEqualTo("no_provider_available");
        assertThat(code(planner, "no-such-model", Scope.EVERYTHING)).isEqualTo("model_not_found");
    }

    private static String code(RoutePlanner planner, String asked, Scope scope) {
        return catchThrowableOfType(ApiException.class, () -> planner.plan(asked, false, scope, "key"))
                .error()
                .code();
    }
}
