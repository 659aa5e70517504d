package dev.olp.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ModelRegistryTest {
    @TempDir
    private Path home;

    @Test
    void the_shipped_registry_fits_its_schema_and_holds_the_seed() {
        ModelRegistry registry = ModelRegistry.load(home);

        assertThat(registry.models())
                .extracting(ModelEntry::id)
                .contains(
                        "claude-opus-4-8",
                        "claude-opus-4-7",
                        "claude-sonnet-4-6",
                        "claude-haiku-4-5",
                        "gpt-5.5",
                        "gpt-5.4",
                        "gpt-5.4-mini",
                        "gpt-5.3-codex",
                        "gpt-5.3-codex-spark",
                        "devstral-2-25-12",
                        "devstral-small-2-25-12");
        assertThat(registry.resolve("sonnet").orElseThrow().contextWindow()).isEqualTo(200_000);
        assertThat(registry.resolve("devstral").orElseThrow().contextWindow()).isEqualTo(262_144);
        assertThat(registry.providers())
                .extracting(provider -> provider.id() + " " + provider.tier())
                .containsExactly(
                        "anthropic D", "openai D", "mistral D", "grok C", "kimi C", "minimax B", "glm B", "qwen B");
    }

    @Test
    void no_model_is_younger_than_this_registry() {
        Instant written = Instant.parse("2026-11-29T00:00:00Z");

        assertThat(ModelRegistry.load(home).models())
                .allSatisfy(model -> assertThat(Instant.ofEpochSecond(model.created()))
                        .isBetween(Instant.parse("2025-01-01T00:00:00Z"), written));
    }

    @ParameterizedTest
    @CsvSource({
        "claude,claude-sonnet-4-6",
        "sonnet,claude-sonnet-4-6",
        "opus,claude-opus-4-8",
        "haiku,claude-haiku-4-5",
        "codex,gpt-5.3-codex",
        "codex-spark,gpt-5.3-codex-spark",
        "gpt5,gpt-5.5",
        "gpt5-mini,gpt-5.4-mini",
        "devstral,devstral-2-25-12",
        "devstral-2,devstral-2-25-12",
        "devstral-small,devstral-small-2-25-12",
        "devstral-small-2,devstral-small-2-25-12",
        "claude-sonnet-4-6,claude-sonnet-4-6",
        "Claude-Sonnet-4-6,claude-sonnet-4-6",
        "anthropic/claude-sonnet-4-6,claude-sonnet-4-6",
        "Anthropic/Sonnet:Latest,claude-sonnet-4-6",
        "claude-opus-4-8:latest,claude-opus-4-8",
        "openai/gpt5,gpt-5.5"
    })
    void s39_each_way_to_name_a_model_leads_to_its_id(String asked, String id) {
        assertThat(ModelRegistry.load(home).resolve(asked)).map(ModelEntry::id).contains(id);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "/",
                ":latest",
                "anthropic/",
                "/sonnet",
                "openai/sonnet",
                "nobody/sonnet",
                "anthropic/anthropic/sonnet",
                "sonnet:latest:latest",
                "sonnet ",
                "__proto__",
                "constructor",
                "openai/gpt-4o",
                "\uD800"
            })
    void s39_any_other_name_leads_nowhere(String asked) {
        ModelRegistry registry = ModelRegistry.load(home);

        assertThat(registry.resolve(asked)).isEmpty();
        assertThat(registry.nearest(asked)).hasSizeLessThanOrEqualTo(3);
    }

    @Test
    void s39_a_huge_name_is_harmless() {
        ModelRegistry registry = ModelRegistry.load(home);

        assertThat(registry.resolve("sonnet".repeat(1_000_000))).isEmpty();
        assertThat(registry.nearest("x".repeat(1_000_000))).isEmpty();
    }

    @Test
    void a_typing_error_is_answered_with_the_names_most_alike() {
        ModelRegistry registry = ModelRegistry.load(home);

        assertThat(registry.nearest("claude-sonet-4-6").getFirst()).isEqualTo("claude-sonnet-4-6");
        assertThat(registry.nearest("anthropic/Claude-Opus-4.8").getFirst()).isEqualTo("claude-opus-4-8");
        assertThat(registry.nearest("sonet")).contains("sonnet");
        assertThat(registry.nearest("something entirely else")).isEmpty();
    }

    @Test
    void names_that_differ_in_case_only_are_found_exactly() {
        ModelRegistry registry = load(BASE.replace("MODELS", model("abc", "p") + "," + model("ABC", "p")), null);

        assertThat(registry.resolve("abc")).map(ModelEntry::id).contains("abc");
        assertThat(registry.resolve("ABC")).map(ModelEntry::id).contains("ABC");
        assertThat(registry.resolve("Abc")).isEmpty();
    }

    @Test
    void an_overlay_changes_single_fields_and_adds_entries() throws Exception {
        Files.writeString(home.resolve("models.local.json"), """
                {"providers":[{"id":"house","display_name":"House","risk_tier":"C"}],
                 "models":[{"id":"claude-sonnet-4-6","context_window":1000000},%s]}
                """.formatted(model("own-model", "house")));

        ModelRegistry registry = ModelRegistry.load(home);

        ModelEntry sonnet = registry.resolve("sonnet").orElseThrow();
        assertThat(sonnet.contextWindow()).isEqualTo(1_000_000);
        assertThat(sonnet.displayName()).isEqualTo("Claude Sonnet 4.6");
        assertThat(registry.resolve("house/own-model")).isPresent();
        assertThat(registry.provider("house").orElseThrow().tier()).isEqualTo(RiskTier.C);
        assertThat(registry.provider("nobody")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {                                                     | models.local.json: line 1
            []                                                    | models.local.json: not a JSON object
            {"models":{}}                                         | models: expected an array
            {"models":[{"id":"x"}]}                               | /models/1
            {"models":[{"id":"a","created":"now"}]}               | /models/0/created
            {"models":[{"id":"a","colour":1}]}                    | colour
            {"models":[{"id":"a","provider":"nobody"}]}           | provider nobody is not listed
            {"models":[{"id":"a","aliases":["a"]}]}               | the name stands twice
            {"models":["a"]}                                      | /models/1
            {"colour":1}                                          | colour
            """)
    void a_faulty_overlay_is_refused_with_its_place(String overlay, String message) {
        assertThatThrownBy(() -> load(BASE.replace("MODELS", model("a", "p")), overlay))
                .isInstanceOf(RegistryException.class)
                .hasMessageContaining(message);
    }

    @Test
    void prices_are_read_whole_or_not_at_all() {
        ModelRegistry registry = ModelRegistry.load(home);

        assertThat(registry.resolve("sonnet").orElseThrow().price()).isEqualTo(new Price(3, 0.3, 3.75, 15, null));
        assertThat(registry.resolve("claude-haiku-5-5").orElseThrow().price())
                .isEqualTo(new Price(0.1, 0.01, 0.125, 0.5, new Price.LongPrompt(100_000, 0.5, 0.05, 0.625, 2.5)));
        assertThat(registry.resolve("codex").orElseThrow().price()).isNull();
    }

    private static final String BASE = """
            {"schema_version":1,"providers":[{"id":"p","display_name":"P","risk_tier":"D"}],"models":[MODELS]}
            """;

    private static String model(String id, String provider) {
        return """
                {"id":"%s","provider":"%s","display_name":"M","context_window":null,"max_output_tokens":null,
                 "created":1,"deprecated":false,"input_modalities":["text"],"price":null,"aliases":[]}
                """.formatted(id, provider);
    }

    private static ModelRegistry load(String base, @Nullable String overlay) {
        return ModelRegistry.load(stream(base), Optional.ofNullable(overlay).map(ModelRegistryTest::stream));
    }

    private static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }
}
