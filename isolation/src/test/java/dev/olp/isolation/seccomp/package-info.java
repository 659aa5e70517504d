/** Tests of {@code dev.olp.isolation.seccomp}: by an interpreter for both architectures, and by this machine's kernel. */
@NullMarked
package dev.olp.isolation.seccomp;

import org.jspecify.annotations.NullMarked;
