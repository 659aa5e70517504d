package dev.olp.provider;

/** The one outcome of a dialogue. */
public sealed interface DialogueEnd {
    /**
     * A whole answer; only after a positive terminal event.
     *
     * @param usage what the provider counted
     */
    record Finished(FinishReason reason, Usage usage) implements DialogueEnd {}

    /** No answer, or only a part of one. */
    record Failed(Fault fault) implements DialogueEnd {}
}
