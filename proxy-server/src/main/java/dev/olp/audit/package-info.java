/** The ledger: one row per request, whatever the outcome. Ports and values; storage lives in {@code store}. */
@NullMarked
package dev.olp.audit;

import org.jspecify.annotations.NullMarked;
