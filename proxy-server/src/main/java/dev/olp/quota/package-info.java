/**
 * What is known of each subscription's windows: told by ordinary replies, remembered with its age and source, never
 * guessed. Pure but for its memory; the port {@link dev.olp.quota.QuotaStore} is implemented in {@code store}.
 */
@NullMarked
package dev.olp.quota;

import org.jspecify.annotations.NullMarked;
