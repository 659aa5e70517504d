/** Clients that others wrote, against OLP with the real CLIs. No HTTP of our own here. */
@NullMarked
package dev.olp.features.sdk;

import org.jspecify.annotations.NullMarked;
