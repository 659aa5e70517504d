/** Who is calling: keys, tiers and the gate that admits or refuses. Ports only; storage lives in {@code store}. */
@NullMarked
package dev.olp.auth;

import org.jspecify.annotations.NullMarked;
