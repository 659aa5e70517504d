package dev.olp.limits;

/**
 * What a request took besides being one.
 *
 * @param tokens input and output
 * @param microUsd millionths of a dollar; 0 where no price is known
 */
public record Spent(long tokens, long microUsd) {
    /** A cache hit. */
    public static final Spent NOTHING = new Spent(0, 0);
}
