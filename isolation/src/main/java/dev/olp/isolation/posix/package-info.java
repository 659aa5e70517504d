/**
 * The few system calls that Java lacks: signals to process groups, our own uid, pseudo-terminals. The only package that
 * may call native code. Knows nothing of runs, homes or children.
 */
@NullMarked
package dev.olp.isolation.posix;

import org.jspecify.annotations.NullMarked;
