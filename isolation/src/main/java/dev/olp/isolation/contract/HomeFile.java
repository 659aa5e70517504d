package dev.olp.isolation.contract;

/**
 * A file that is written (mode 0600) into a run's home before the child starts.
 *
 * @param path relative to the home, normalised, never leaving it
 * @param content the bytes
 */
public record HomeFile(String path, byte[] content) {}
