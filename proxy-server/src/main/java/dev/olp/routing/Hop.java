package dev.olp.routing;

/**
 * One try.
 *
 * @param provider the provider's id
 * @param model the model id that its CLI is given
 * @param account which login of the provider; {@code default} where it has one
 */
public record Hop(String provider, String model, String account) {}
