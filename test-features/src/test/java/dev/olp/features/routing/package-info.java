/** Chains: who answers when the first cannot, what is remembered of whom, and how that is told. */
@NullMarked
package dev.olp.features.routing;

import org.jspecify.annotations.NullMarked;
