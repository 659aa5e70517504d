package dev.olp.isolation;

import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * The folder of a run's sockets.
 *
 * @param outside where the server makes them
 * @param inside where the child finds them; absolute
 * @param user uid of the child outside, when it is not the server's
 * @param givable whether a socket can be given to that user; else it must be open to all, and whoever is not that user
 *     turned away
 */
public record SocketFolder(Path outside, String inside, OptionalLong user, boolean givable) {}
