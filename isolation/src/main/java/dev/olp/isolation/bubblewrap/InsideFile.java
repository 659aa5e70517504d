package dev.olp.isolation.bubblewrap;

/**
 * A file that is copied into the sandbox through a descriptor, so that its source has no name inside.
 *
 * @param path absolute, inside
 * @param mode permissions, octal
 * @param content the bytes
 */
record InsideFile(String path, String mode, byte[] content) {}
