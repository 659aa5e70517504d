package dev.olp.auth;

/**
 * Who is calling.
 *
 * @param keyId stable id; {@link #OWNER_TOKEN_ID} for the operator's token, {@link
 *     #COMMAND_LINE_ID} for a command on the server's own home, {@link #ANONYMOUS_ID} for nobody
 * @param name for people
 */
public record Caller(String keyId, String name, Tier tier) {
    public static final String OWNER_TOKEN_ID = "owner-token";
    public static final String COMMAND_LINE_ID = "command-line";
    public static final String ANONYMOUS_ID = "anonymous";
}
