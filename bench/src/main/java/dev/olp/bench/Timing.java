package dev.olp.bench;

/**
 * One answer.
 *
 * @param firstTokenMs from the start to the first text, in milliseconds
 * @param totalMs from the start to the answer's end
 */
record Timing(double firstTokenMs, double totalMs) {}
