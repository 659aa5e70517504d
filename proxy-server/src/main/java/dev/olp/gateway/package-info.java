/**
 * The run's own HTTP: a Unix socket for each run, on which its child reaches one upstream, and the client that talks to
 * that upstream. The child shows a token of the run; the real login is put on here, outside the sandbox. No process, no
 * file but the socket, no knowledge of what the bytes mean; never buffers a whole body.
 */
@NullMarked
package dev.olp.gateway;

import org.jspecify.annotations.NullMarked;
