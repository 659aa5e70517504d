/** Tests of {@code dev.olp.isolation.home}, with real processes and folders. */
@NullMarked
package dev.olp.isolation.home;

import org.jspecify.annotations.NullMarked;
