/**
 * The run: slots, the CLI's binary and probes, one attempt per hop, and the loop that goes to the next hop only while
 * the client has seen nothing. Knows no dialect and no HTTP beyond {@link dev.olp.http.ClientGone}.
 */
@NullMarked
package dev.olp.run;

import org.jspecify.annotations.NullMarked;
