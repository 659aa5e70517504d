/** Requests that are asked again, or at the same moment. */
@NullMarked
package dev.olp.features.cache;

import org.jspecify.annotations.NullMarked;
