package dev.olp.management;

import java.util.SortedSet;

/** Port: the accounts of a provider that a key may be bound to. */
@FunctionalInterface
public interface AccountNames {
    /** @throws IllegalArgumentException when that cannot be told; the owner sees the message */
    SortedSet<String> of(String provider);
}
