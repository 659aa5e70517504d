/** Tests of the package of the same name. */
@NullMarked
package dev.olp.provider.openai;

import org.jspecify.annotations.NullMarked;
