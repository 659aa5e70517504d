/**
 * What is remembered of each provider's accounts: spent windows, rate limits and repeated faults, so that the next request
 * does not wait for a run that must fail.
 */
@NullMarked
package dev.olp.routing.pauses;

import org.jspecify.annotations.NullMarked;
