package dev.olp.isolation;

import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * The folder of a run's sockets.
 *
 * @param outside where the server makes them
 * @param inside where the child finds them; absolute
 * @param user uid of the child outside, when it is not the server's: a socket must be given to it
 */
public record SocketFolder(Path outside, String inside, OptionalLong user) {}
