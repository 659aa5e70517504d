/** Which hops a request may take, in order, and why: a pure function of registry and configuration. */
@NullMarked
package dev.olp.routing;

import org.jspecify.annotations.NullMarked;
