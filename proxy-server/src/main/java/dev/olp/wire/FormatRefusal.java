package dev.olp.wire;

/** What a client is told in the place of an answer that was not in the format it asked for. */
public final class FormatRefusal {
    public static final String SENTENCE =
            "The model's answer was not in the format that was asked for, also when it was asked again, so it is not shown.";

    private FormatRefusal() {}
}
