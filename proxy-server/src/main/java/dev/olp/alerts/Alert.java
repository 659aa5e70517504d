package dev.olp.alerts;

import java.time.Instant;

/**
 * Something that an operator should see to.
 *
 * @param subject what it is about: {@code anthropic/default}, {@code audit}, {@code sandbox}
 * @param message for people; says what to do, and holds nothing of any client
 */
public record Alert(Event event, String subject, String message, Instant at) {
    /** What happened. */
    public enum Event {
        LOGIN_DEAD,
        PLAN_NEARLY_SPENT,
        USAGE_LIMIT_REACHED,
        AUDIT_TROUBLE,
        SELF_TEST_FAILED
    }
}
