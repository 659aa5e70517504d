/** OLP in front of a stand-in for vibe: the real one was never run here. */
@NullMarked
package dev.olp.features.vibe;

import org.jspecify.annotations.NullMarked;
