package dev.olp.limits;

/**
 * A request that wants to begin.
 *
 * @param defaults what holds where the key has no limit of its own
 * @param tokens about what it will take
 * @param microUsd about what it will cost, in millionths of a dollar
 */
public record Ask(String keyId, Limits defaults, long tokens, long microUsd) {}
