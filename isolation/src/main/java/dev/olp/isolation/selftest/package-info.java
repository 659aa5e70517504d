/**
 * Proves on this machine that the sandbox holds: the probe (src/main/c/probe) tries the attacks from inside the real
 * launch, on canaries that are live and within reach from outside. Starts nothing by itself and knows no provider.
 */
@NullMarked
package dev.olp.isolation.selftest;

import org.jspecify.annotations.NullMarked;
