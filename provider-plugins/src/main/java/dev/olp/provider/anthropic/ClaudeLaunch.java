package dev.olp.provider.anthropic;

import dev.olp.provider.ChatRequest;
import dev.olp.provider.LaunchContext;
import dev.olp.provider.Login;
import dev.olp.provider.ReasoningEffort;
import dev.olp.provider.Thought;
import dev.olp.provider.Turn;
import dev.olp.provider.UpstreamAccess;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Argv and environment of {@code claude}, both versions; why each is there stands beside it. */
final class ClaudeLaunch {
    /** Below this many tokens a thinking budget (1,024 at least) leaves the API no valid request. */
    private static final int THINKING_FLOOR = 2048;

    /** Characters of a tool's description that are passed on whole, by the versions that heed it. */
    static final int LONGEST_DESCRIPTION = 1_000_000;

    /** Models up to 4.5; the later ones decide by themselves how much they think. */
    private static final Pattern BUDGETED = Pattern.compile("claude-(opus|sonnet|haiku)-4(-[0-5])?(-\\d{8})?");

    private static final List<String> FIXED = List.of(
            "-p",
            "--input-format",
            "stream-json",
            "--output-format",
            "stream-json",
            "--verbose",
            "--include-partial-messages",
            "--strict-mcp-config",
            // no CLAUDE.md, no hooks from any settings file
            "--setting-sources",
            "",
            "--no-session-persistence",
            "--disable-slash-commands",
            // a tool that the model calls all the same is denied, and the run ends after one upstream call
            "--permission-mode",
            "dontAsk",
            "--max-turns",
            "1");

    /** What keeps every run of claude to the request it was made for. */
    static final Map<String, String> QUIET = Map.ofEntries(
            Map.entry("DISABLE_TELEMETRY", "1"),
            Map.entry("DISABLE_ERROR_REPORTING", "1"),
            Map.entry("DISABLE_AUTOUPDATER", "1"),
            Map.entry("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1"),
            // security: without it `@path` in a user's text sends that file to the model
            Map.entry("CLAUDE_CODE_DISABLE_ATTACHMENTS", "1"),
            Map.entry("CLAUDE_CODE_DISABLE_CLAUDE_MDS", "1"),
            // the fallback to another provider is ours; ten retries take three minutes
            Map.entry("CLAUDE_CODE_MAX_RETRIES", "0"),
            // a cut stream is else asked again without streaming, behind our back
            Map.entry("CLAUDE_CODE_DISABLE_NONSTREAMING_FALLBACK", "1"),
            Map.entry("CLAUDE_CODE_DISABLE_REFUSAL_RETRY", "1"),
            Map.entry("DISABLE_AUTO_COMPACT", "1"),
            Map.entry("API_TIMEOUT_MS", "600000"));

    /** The one switch that offers the model no tool; a system prompt alone does not. */
    private static final List<String> NO_TOOLS = List.of("--tools", "");

    private ClaudeLaunch() {}

    static List<String> withoutTools(List<String> argv) {
        List<String> hardened = new ArrayList<>(argv);
        hardened.addAll(NO_TOOLS);
        return hardened;
    }

    static List<String> args(LaunchContext context, ChatRequest request) {
        List<String> args = new ArrayList<>(fixed(context.login()));
        args.add("--model");
        args.add(context.model());
        String effort = effort(request.effort());
        if (effort != null) {
            args.add("--effort");
            args.add(effort);
        }
        if (request.maxTokens() != null) {
            // A budget that any answer spends: at the cap claude would else ask the model up to three times to go on,
            // and a kill at the stop reason is a race against that. The price is that no rate limits are reported.
            args.add("--max-budget-usd");
            args.add("0.0000001");
        }
        return args;
    }

    /** What no request changes. */
    static List<String> fixed(Login login) {
        List<String> args = new ArrayList<>(FIXED);
        if (login.kind() == Login.Kind.API_KEY) {
            // No reminders in the messages, so that earlier requests are prefixes of later ones for the prompt cache.
            // With it claude takes API keys only, no OAuth token.
            args.add("--bare");
        }
        return args;
    }

    static Map<String, String> environment(LaunchContext context, ChatRequest request) {
        Map<String, String> env = environment(context.login(), context.upstream());
        Integer maxTokens = request.maxTokens();
        if (maxTokens != null) {
            env.put("CLAUDE_CODE_MAX_OUTPUT_TOKENS", maxTokens.toString());
        }
        boolean tooFew = maxTokens != null && maxTokens <= THINKING_FLOOR;
        if (tooFew || mustNotThink(context.model(), request)) {
            env.put("MAX_THINKING_TOKENS", "0");
        }
        return env;
    }

    /**
     * Whether the client wants no thinking, or the API would refuse it: a model that thinks by a budget takes results of
     * tools only behind the thought that led to their call, which not every client sends back.
     */
    static boolean mustNotThink(String model, ChatRequest request) {
        return request.effort() == ReasoningEffort.NONE
                || (BUDGETED.matcher(model).matches() && awaitsResults(request.turns()));
    }

    private static boolean awaitsResults(List<Turn> turns) {
        for (Turn turn : turns.reversed()) {
            if (turn instanceof Turn.Assistant assistant) {
                return !assistant.toolCalls().isEmpty() && !beginsWithThought(assistant);
            }
        }
        return false;
    }

    private static boolean beginsWithThought(Turn.Assistant turn) {
        return turn.said().getFirst() instanceof Thought thought && ClaudeThought.isOurs(thought.kind());
    }

    /** What no request changes. */
    static Map<String, String> environment(Login login, UpstreamAccess upstream) {
        Map<String, String> env = new HashMap<>(QUIET);
        env.put(
                switch (login.kind()) {
                    case OAUTH_TOKEN -> "CLAUDE_CODE_OAUTH_TOKEN";
                    case API_KEY -> "ANTHROPIC_API_KEY";
                },
                login.secret());
        env.put("CLAUDE_CODE_MAX_MCP_DESCRIPTION_LENGTH", Integer.toString(LONGEST_DESCRIPTION));
        env.put("ANTHROPIC_BASE_URL", upstream.baseUrl());
        String socket = upstream.socket();
        if (socket != null) {
            env.put("ANTHROPIC_UNIX_SOCKET", socket);
        }
        return env;
    }

    static @Nullable String effort(@Nullable ReasoningEffort effort) {
        return switch (effort) {
            case null -> null;
            case NONE -> null;
            case MINIMAL, LOW -> "low";
            case MEDIUM -> "medium";
            case HIGH -> "high";
            case XHIGH -> "xhigh";
        };
    }
}
