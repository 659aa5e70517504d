/** Many requests, and large ones, on the small heap: nothing is left, nothing grows, nobody is left without an answer. */
@NullMarked
package dev.olp.features.load;

import org.jspecify.annotations.NullMarked;
