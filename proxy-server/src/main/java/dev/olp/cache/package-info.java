/** Answers that were given before, and answers under way that others ask for too: what has to be run only once. */
@NullMarked
package dev.olp.cache;

import org.jspecify.annotations.NullMarked;
