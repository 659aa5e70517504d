/** What CLIs do to a server: hangs, floods, faults, orphans; and what a server that stops does to them. */
@NullMarked
package dev.olp.features.children;

import org.jspecify.annotations.NullMarked;
