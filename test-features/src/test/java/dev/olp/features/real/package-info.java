/** OLP in front of the real CLIs, both versions of each, with a fake of their providers on loopback. No stand-ins here. */
@NullMarked
package dev.olp.features.real;

import org.jspecify.annotations.NullMarked;
