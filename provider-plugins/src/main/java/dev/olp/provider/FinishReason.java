package dev.olp.provider;

/** Why the model stopped. */
public enum FinishReason {
    /** It was done, or a stop string was met. */
    STOP,
    /** The output cap was met. */
    LENGTH,
    /** The provider withheld the answer, or the rest of it. */
    CONTENT_FILTER
}
