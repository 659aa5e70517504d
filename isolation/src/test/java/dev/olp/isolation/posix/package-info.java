/** Tests of {@code dev.olp.isolation.posix}, with real processes and folders. */
@NullMarked
package dev.olp.isolation.posix;

import org.jspecify.annotations.NullMarked;
