/** The first of the README's two commands, as a newcomer runs it. */
@NullMarked
package dev.olp.features.demo;

import org.jspecify.annotations.NullMarked;
