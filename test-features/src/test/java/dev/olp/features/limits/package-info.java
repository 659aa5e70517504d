/** What a key may use: asked over HTTP of the built server. */
@NullMarked
package dev.olp.features.limits;

import org.jspecify.annotations.NullMarked;
