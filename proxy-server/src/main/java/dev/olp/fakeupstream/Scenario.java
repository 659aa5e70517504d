package dev.olp.fakeupstream;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * How the fake answers one request. Chosen by the path prefix {@code /s/<name>} of the base URL; the name is the
 * constant's in lower case with {@code -} for {@code _} and without the leading {@code _} (e.g. {@code 429-limit}).
 */
public enum Scenario {
    OK,
    /** Answers with the text of the last user message. */
    ECHO,
    /** Deltas with a pause ({@link FakeUpstream#pause}) before each. */
    SLOW,
    THINKING,
    MAX_TOKENS,
    REFUSAL,
    EMPTY,
    /** 200,000 characters. */
    LONG,
    _400,
    _400_PROMPT_TOO_LONG,
    _400_CREDIT,
    /** The plan does not pay for a client that is not the vendor's own. */
    _400_THIRD_PARTY,
    _401,
    /** Every odd request is refused, every even one answered. */
    _401_THEN_OK,
    _403,
    _404,
    _413,
    _429,
    /** The plan's window is spent: with the subscription headers and a plan-limit body. */
    _429_LIMIT,
    _429_QUOTA,
    _500,
    _503,
    _529,
    HTML502,
    /** No response at all; ends when either side closes. */
    HANG_HEADERS,
    HANG_FIRST,
    HANG_MID,
    /** Closes the connection before any response byte. */
    CLOSE,
    /** Aborts the connection in the middle of the stream. */
    CUT,
    /** Ends the chunked body properly in the middle of the stream, without the closing event. */
    CUT_CLEAN,
    SSE_ERROR,
    SSE_RATE_LIMIT,
    BAD_JSON,
    /** Hostile: calls tools that were never offered; answers in words once it gets their results. */
    TOOLS,
    /** Calls each tool that is offered, with {@link FakeUpstream#ARGUMENT}; answers in words once it has results. */
    CALLS,
    /** The same, whatever it is told. */
    CALLS_ALWAYS,
    /** Ends with {@code response.incomplete}, or stop reason {@code max_tokens}. */
    INCOMPLETE,
    /** Answers with what {@link FakeUpstream#next} queued, in order; {@link #OK} when nothing is left. */
    SCRIPT,
    /**
     * The scenario is named in the last user message as <code>{{name}}</code>, or as <code>{{name|name}}</code>, Anthropic's
     * first; {@link #OK} without one.
     */
    BY_PROMPT;

    /** @return the name in the path */
    public String path() {
        String name = name().toLowerCase(Locale.ROOT).replace('_', '-');
        return name.startsWith("-") ? name.substring(1) : name;
    }

    static Optional<Scenario> named(String path) {
        return Arrays.stream(values()).filter(s -> s.path().equals(path)).findFirst();
    }
}
