package dev.olp.provider;

/**
 * What of a request a provider cannot honour.
 *
 * @param parameter the request's field: {@code tools} or {@code tool_choice}
 * @param sentence for the client: what is wrong, and what it can do about it
 */
public record Unhonoured(String parameter, String sentence) {}
