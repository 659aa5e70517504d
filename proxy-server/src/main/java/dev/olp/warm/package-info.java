/** Processes that are started before anybody asks: made when there is time and room, used once, thrown away on any doubt. */
@NullMarked
package dev.olp.warm;

import org.jspecify.annotations.NullMarked;
