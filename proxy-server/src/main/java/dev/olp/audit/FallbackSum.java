package dev.olp.audit;

/**
 * How often another hop of a chain than its first had to take over.
 *
 * @param chain the canonical model whose chain it is
 * @param provider tried last, or who answered; empty where none was tried, and so is the model
 * @param errors requests that nobody answered
 */
public record FallbackSum(String chain, String provider, String model, long requests, long errors) {}
