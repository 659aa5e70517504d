/** Tests of the package of the same name. */
@NullMarked
package dev.olp.provider.anthropic;

import org.jspecify.annotations.NullMarked;
