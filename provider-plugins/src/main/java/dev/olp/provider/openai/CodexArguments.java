package dev.olp.provider.openai;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The flags that keep {@code codex} (0.133.0, 0.171.0) quiet, without tools and on one base URL. With these and a login
 * in the environment it opens no other connection.
 */
final class CodexArguments {
    /** Holds the login's secret; a provider of our own reads it there, so no auth.json and no refresh exist. */
    static final String TOKEN_VARIABLE = "OLP_CODEX_TOKEN";
    /** Holds the account id that goes with a ChatGPT login. */
    static final String ACCOUNT_VARIABLE = "OLP_CODEX_ACCOUNT";

    /** Ends a stream that says nothing, in ms; behind our own idle timeout. */
    private static final int STREAM_IDLE_MILLIS = 600_000;

    private static final List<String> SETTINGS = List.of(
            "approval_policy=\"never\"",
            "model_provider=\"olp\"",
            "analytics.enabled=false",
            "otel.exporter=\"none\"",
            "otel.metrics_exporter=\"none\"",
            "otel.trace_exporter=\"none\"",
            "check_for_update_on_startup=false",
            "feedback.enabled=false",
            "include_permissions_instructions=false",
            "include_apps_instructions=false",
            "include_environment_context=false",
            "skills.include_instructions=false",
            "skills.bundled.enabled=false",
            "project_doc_max_bytes=0",
            "web_search=\"disabled\"");
    private static final List<String> DISABLED = List.of(
            "shell_tool",
            "unified_exec",
            "apps",
            "plugins",
            "multi_agent",
            "goals",
            "image_generation",
            "browser_use",
            "computer_use",
            "tool_suggest",
            "hooks",
            "memories",
            "shell_snapshot",
            "personality",
            "in_app_browser");
    private static final List<String> DISABLED_SINCE_0_171 =
            List.of("view_image", "skill_search", "sleep_tool", "default_mode_request_user_input", "remote_plugin");

    private CodexArguments() {}

    /**
     * What {@code app-server} and {@code exec} have in common.
     *
     * @param catalogPath the stripped model catalog as the child sees it; null for none
     */
    static List<String> shared(
            CodexVersion version, String baseUrl, boolean withAccount, @Nullable String catalogPath) {
        List<String> args = new ArrayList<>();
        SETTINGS.forEach(setting -> addSetting(args, setting));
        addSetting(args, "model_providers.olp=" + provider(baseUrl, withAccount));
        if (catalogPath != null) {
            addSetting(args, "model_catalog_json=" + tomlString(catalogPath));
        }
        DISABLED.forEach(feature -> addDisabled(args, feature));
        // an older version refuses to start on a feature that it does not know
        if (version.atLeast(CodexVersion.FIRST_WITH_DEVELOPER_MESSAGE)) {
            addSetting(args, "tools.experimental_request_user_input.enabled=false");
            DISABLED_SINCE_0_171.forEach(feature -> addDisabled(args, feature));
        }
        return args;
    }

    /** What only {@code exec} takes; the prompt comes on stdin. */
    static List<String> exec(String model, String instructionsPath, List<String> imagePaths) {
        List<String> args = new ArrayList<>(List.of(
                "exec",
                "--json",
                "--skip-git-repo-check",
                "--sandbox",
                "read-only",
                "--ephemeral",
                "--ignore-user-config",
                "--ignore-rules",
                "--model=" + model));
        addSetting(args, "model_instructions_file=" + tomlString(instructionsPath));
        imagePaths.forEach(path -> args.add("--image=" + path));
        return args;
    }

    private static String provider(String baseUrl, boolean withAccount) {
        String account = withAccount ? ",env_http_headers={\"ChatGPT-Account-ID\"=\"" + ACCOUNT_VARIABLE + "\"}" : "";
        return "{name=\"olp\",base_url=" + tomlString(baseUrl) + ",wire_api=\"responses\",env_key=\"" + TOKEN_VARIABLE
                + "\"" + account + ",request_max_retries=0,stream_max_retries=0,stream_idle_timeout_ms="
                + STREAM_IDLE_MILLIS + "}";
    }

    private static void addSetting(List<String> args, String setting) {
        args.add("-c");
        args.add(setting);
    }

    private static void addDisabled(List<String> args, String feature) {
        args.add("--disable");
        args.add(feature);
    }

    /** A TOML basic string. */
    static String tomlString(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.codePoints().forEach(point -> {
            if (point == '"' || point == '\\') {
                quoted.append('\\').appendCodePoint(point);
            } else if (point < ' ' || point == 0x7f) {
                quoted.append(String.format(Locale.ROOT, "\\u%04X", point));
            } else {
                quoted.appendCodePoint(point);
            }
        });
        return quoted.append('"').toString();
    }
}
