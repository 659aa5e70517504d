package dev.olp.provider;

/** OpenAI's {@code reasoning_effort}. */
public enum ReasoningEffort {
    NONE,
    MINIMAL,
    LOW,
    MEDIUM,
    HIGH,
    XHIGH
}
