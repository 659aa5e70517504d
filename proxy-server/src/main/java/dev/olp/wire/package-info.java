/** Dialects: bytes of a client's API to the IR and back, and every error that a client can see. Pure: no I/O. */
@NullMarked
package dev.olp.wire;

import org.jspecify.annotations.NullMarked;
