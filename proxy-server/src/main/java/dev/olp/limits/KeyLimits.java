package dev.olp.limits;

/** Port: the limits that keys have of their own. Holds from the next request on, in every process. */
public interface KeyLimits {
    /** Those of a key; {@link OwnLimits#NONE} for a key that has none, or that does not exist. */
    OwnLimits of(String keyId);

    /** Replaces all of a key's own limits; {@link OwnLimits#NONE} for the defaults again. */
    void set(String keyId, OwnLimits limits);

    /** Removes a key's own limits and all that it has used, for a key that is erased. */
    void forget(String keyId);
}
