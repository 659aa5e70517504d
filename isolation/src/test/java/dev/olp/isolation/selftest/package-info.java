/** Tests of {@code dev.olp.isolation.selftest}, in real sandboxes. */
@NullMarked
package dev.olp.isolation.selftest;

import org.jspecify.annotations.NullMarked;
