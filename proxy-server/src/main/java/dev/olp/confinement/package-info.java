/**
 * The walls around one run: which sandbox its child lives in, and the gateway as its only way out. What this host cannot
 * give is refused with the reason; nothing falls back by itself.
 */
@NullMarked
package dev.olp.confinement;

import org.jspecify.annotations.NullMarked;
