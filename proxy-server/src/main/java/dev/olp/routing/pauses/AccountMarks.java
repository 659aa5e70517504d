package dev.olp.routing.pauses;

/** Port: a text that changes with an account's login and settings, and tells nothing of them. */
@FunctionalInterface
public interface AccountMarks {
    String of(Account account);
}
