package dev.olp.provider.mistral;

import dev.olp.isolation.contract.HomeFile;
import java.nio.charset.StandardCharsets;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/** What stands in {@code VIBE_HOME} before vibe starts. */
final class VibeConfig {
    /** Relative to the run's home. */
    static final String FOLDER = ".vibe";

    static final String PROMPTS = FOLDER + "/prompts";
    static final String KEY_VARIABLE = "MISTRAL_API_KEY";

    private static final String NEUTRAL = "You are a helpful assistant.";

    private VibeConfig() {}

    static List<HomeFile> files(String model, String upstream, List<String> system) {
        String prompt = String.join("\n\n", system);
        return List.of(
                file(FOLDER + "/config.toml", toml(model, upstream)),
                // an empty file might count as a missing one, and vibe's own prompt speaks of tools that are not there
                file(PROMPTS + "/olp.md", prompt.isBlank() ? NEUTRAL : prompt));
    }

    private static HomeFile file(String path, String text) {
        return new HomeFile(path, text.getBytes(StandardCharsets.UTF_8));
    }

    private static String toml(String model, String base) {
        return """
                active_model = "olp"
                system_prompt_id = "olp"
                enable_telemetry = false
                enable_update_checks = false
                enable_connectors = false
                include_project_context = false
                include_model_info = false
                include_prompt_detail = false
                include_commit_signature = false
                # seconds; the fallback to another provider is ours
                api_retry_max_elapsed_time = 1.0

                [session_logging]
                enabled = false

                [[providers]]
                name = "mistral"
                api_base = %s
                api_key_env_var = "%s"

                [[models]]
                name = %s
                provider = "mistral"
                alias = "olp"
                """.formatted(quoted(base + "/v1"), KEY_VARIABLE, quoted(model));
    }

    /** A TOML basic string; its escapes are those of JSON. */
    private static String quoted(String text) {
        return JsonMapper.shared().writeValueAsString(text);
    }
}
