package dev.olp.provider.anthropic;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * What a client's tools and calls are named upstream. claude puts a prefix before the tools of an SDK server, so none of them
 * can be taken for one of its own. The same name is always the same upstream, in tools and in histories.
 */
final class ClaudeToolNames {
    /** The server that the tools are offered by. */
    static final String SERVER = "c";

    static final String PREFIX = "mcp__" + SERVER + "__";

    /** What the API takes, prefix and all. */
    private static final int LONGEST = 64;

    private static final int DIGEST = 12;
    private static final Pattern SOUND = Pattern.compile("[A-Za-z0-9_-]{1," + (LONGEST - PREFIX.length()) + "}");
    private static final Pattern SOUND_ID = Pattern.compile("[A-Za-z0-9_-]{1," + LONGEST + "}");
    private static final Pattern UNSOUND = Pattern.compile("[^A-Za-z0-9_-]");

    private ClaudeToolNames() {}

    /** The name behind the prefix: the client's; one that is too long or has other characters ends in its digest. */
    static String offered(String name) {
        return SOUND.matcher(name).matches() ? name : shortened(name, LONGEST - PREFIX.length());
    }

    static String upstream(String name) {
        return PREFIX + offered(name);
    }

    /** A call's id: the client's; one that the API would not take ends in its digest. */
    static String id(String id) {
        return SOUND_ID.matcher(id).matches() ? id : shortened(id, LONGEST);
    }

    private static String shortened(String name, int longest) {
        String readable = UNSOUND.matcher(name).replaceAll("_");
        int kept = Math.min(readable.length(), longest - DIGEST - 1);
        return readable.substring(0, kept) + "_" + digest(name).substring(0, DIGEST);
    }

    private static String digest(String name) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
