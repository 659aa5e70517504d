/** Tests of {@code dev.olp.isolation.bubblewrap}, most of them in a real sandbox. */
@NullMarked
package dev.olp.isolation.bubblewrap;

import org.jspecify.annotations.NullMarked;
