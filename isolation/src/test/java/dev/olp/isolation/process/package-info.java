/** Tests of {@code dev.olp.isolation.process}, with real processes and folders. */
@NullMarked
package dev.olp.isolation.process;

import org.jspecify.annotations.NullMarked;
