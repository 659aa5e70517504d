@NullMarked
package dev.olp.routing.pauses;

import org.jspecify.annotations.NullMarked;
