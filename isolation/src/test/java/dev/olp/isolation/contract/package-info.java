/** Tests of {@code dev.olp.isolation.contract}: each shape that is refused. */
@NullMarked
package dev.olp.isolation.contract;

import org.jspecify.annotations.NullMarked;
