/**
 * Throw-away homes: where they may lie, how they are named, made, removed, and swept up after a server that died; and
 * the {@link dev.olp.isolation.home.ThrowAwaySandbox} that ties a home to its one child.
 */
@NullMarked
package dev.olp.isolation.home;

import org.jspecify.annotations.NullMarked;
