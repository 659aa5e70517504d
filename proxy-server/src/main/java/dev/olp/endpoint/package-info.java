/**
 * The life of a request, one class per endpoint: admit, read, route, run, answer, and the ledger in the end. Stations
 * are called in order here; what they do lives in their own packages.
 */
@NullMarked
package dev.olp.endpoint;

import org.jspecify.annotations.NullMarked;
