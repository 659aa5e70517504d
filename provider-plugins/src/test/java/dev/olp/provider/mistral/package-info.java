/** Tests of the package of the same name. */
@NullMarked
package dev.olp.provider.mistral;

import org.jspecify.annotations.NullMarked;
