package dev.olp.provider;

/**
 * What a model thought before it spoke, as a client hands it back. Only what made it can read the seal; an adapter writes the
 * kinds it knows into its CLI's history and leaves out the rest ({@link Provider#takesThoughts}).
 *
 * @param kind what made it, for example {@link #ANTHROPIC}; {@link #UNSEALED} for one without a seal, which nobody takes back
 * @param text what may be read of it, byte for byte; may be empty
 * @param seal opaque text, byte for byte
 */
public record Thought(String kind, String text, String seal) implements Turn.Said {
    /** A {@code thinking} block of Anthropic's; its seal is the signature. */
    public static final String ANTHROPIC = "anthropic";

    /** A {@code redacted_thinking} block of Anthropic's; its seal is the data, and there is no text. */
    public static final String ANTHROPIC_REDACTED = "anthropic.redacted";

    /** A reasoning item of OpenAI's; its seal is the encrypted content. */
    public static final String OPENAI = "openai";

    public static final String UNSEALED = "";

    /** Without a word of it: it would end up in a log. */
    @Override
    public String toString() {
        return "Thought[" + kind + "]";
    }
}
