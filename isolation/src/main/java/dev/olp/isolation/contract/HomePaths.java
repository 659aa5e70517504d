package dev.olp.isolation.contract;

/**
 * The folders of one run as the child sees them: absolute and normalised. Home and temp are private to that run.
 *
 * @param home the child's HOME, writable and empty but for what the launch plan puts there
 * @param temp the child's TMPDIR, writable and empty
 * @param work the child's working directory: empty, not to be written, and the same path for every run
 */
public record HomePaths(String home, String temp, String work) {}
