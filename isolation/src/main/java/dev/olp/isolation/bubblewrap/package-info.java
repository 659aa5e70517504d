/**
 * Layer 3: the outer sandbox. How bubblewrap is asked for one, what runs inside, and how what runs there is ended. A run's
 * life, pipes and folder are {@code home}'s and {@code process}'s; nothing here falls back to a start without the sandbox.
 */
@NullMarked
package dev.olp.isolation.bubblewrap;

import org.jspecify.annotations.NullMarked;
