package dev.olp.provider.openai;

import java.util.Set;

/**
 * What codex calls a client's tools. A name that codex keeps for itself gets a prefix, and so does one that would then be
 * another's, so that each name can be told from what it became.
 */
final class ToolNames {
    private static final String PREFIX = "client_";
    /** 0.171.0 drops a tool of the first name without a word; 0.133.0 offers its own of the next two; none takes the last. */
    private static final Set<String> KEPT = Set.of("exec_command", "update_plan", "request_user_input", "mcp");

    private static final String KEPT_BEGINNING = "mcp__";

    private ToolNames() {}

    /** What the model knows the tool as. */
    static String upstream(String name) {
        return isKept(name) ? PREFIX + name : name;
    }

    /** What the client knows the tool as. */
    static String client(String upstream) {
        return upstream.startsWith(PREFIX) && isKept(upstream) ? upstream.substring(PREFIX.length()) : upstream;
    }

    /** Whether a name is codex's own behind all prefixes. */
    private static boolean isKept(String name) {
        String bare = name;
        while (bare.startsWith(PREFIX)) {
            bare = bare.substring(PREFIX.length());
        }
        return KEPT.contains(bare) || bare.startsWith(KEPT_BEGINNING);
    }
}
