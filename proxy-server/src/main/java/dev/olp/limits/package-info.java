/**
 * What a key may use, and what it has used: limits, windows, reservations. The rules are pure and know no store; the
 * ports {@link dev.olp.limits.UsageLedger} and {@link dev.olp.limits.KeyLimits} are implemented in {@code store}.
 */
@NullMarked
package dev.olp.limits;

import org.jspecify.annotations.NullMarked;
