package dev.olp.gateway;

import java.util.Map;

/**
 * What an upstream said of its limits with one reply.
 *
 * @param status of the reply
 * @param headers its {@code anthropic-ratelimit-*}, {@code x-codex-*} and {@code x-ratelimit-*} headers by lower-case
 *     name, at most 64; not empty
 */
public record ObservedLimits(int status, Map<String, String> headers) {
    public ObservedLimits {
        headers = Map.copyOf(headers);
    }
}
