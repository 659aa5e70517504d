/** Tests of the package of the same name. */
@NullMarked
package dev.olp.provider;

import org.jspecify.annotations.NullMarked;
