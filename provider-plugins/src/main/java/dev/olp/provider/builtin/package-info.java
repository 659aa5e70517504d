/** The list of the adapters that come with OLP; the only package that sees all of them. */
@NullMarked
package dev.olp.provider.builtin;

import org.jspecify.annotations.NullMarked;
