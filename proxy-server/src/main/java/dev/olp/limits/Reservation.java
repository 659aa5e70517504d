package dev.olp.limits;

import java.time.LocalDate;

/**
 * A request's place in its key's windows, until it is settled or released.
 *
 * @param second in which the minute counts it
 * @param day first day of the day, week and month that count it
 * @param tokens held for it; 0 where the key has no limit of tokens
 * @param microUsd held for it; 0 where the key has no budget
 */
public record Reservation(
        String keyId, long second, LocalDate day, LocalDate week, LocalDate month, long tokens, long microUsd) {}
