package dev.olp.provider;

/** Why the model stopped. */
public enum FinishReason {
    /** It was done, or a stop string was met. */
    STOP,
    /** It called tools, and waits for their results. */
    TOOL_CALLS,
    /** The output cap was met; the arguments of the last call may be broken off. */
    LENGTH,
    /** The provider withheld the answer, or the rest of it. */
    CONTENT_FILTER,
    /** It answered in another format than the one asked for, also when asked again: nothing of it is shown. */
    WRONG_FORMAT
}
