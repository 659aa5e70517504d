/**
 * Throw-away homes and child processes: the only place where a process is started. Knows no HTTP, no provider's JSON
 * and no model. {@link dev.olp.isolation.Sandbox} is the door; the outer sandbox hangs behind the same door later.
 */
@NullMarked
package dev.olp.isolation;

import org.jspecify.annotations.NullMarked;
