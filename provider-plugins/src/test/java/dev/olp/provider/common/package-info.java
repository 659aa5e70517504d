/** Tests of the package of the same name. */
@NullMarked
package dev.olp.provider.common;

import org.jspecify.annotations.NullMarked;
