/** The walls of this module. */
@NullMarked
package dev.olp.isolation;

import org.jspecify.annotations.NullMarked;
