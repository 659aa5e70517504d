/**
 * What a provider plugin may see of isolation: plain values that describe a child and its home. No behaviour lives
 * here, no I/O, and nothing that knows a provider.
 */
@NullMarked
package dev.olp.isolation.contract;

import org.jspecify.annotations.NullMarked;
