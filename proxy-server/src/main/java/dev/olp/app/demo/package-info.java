/**
 * {@code olp demo}: one request through the whole path, with a fake upstream and a throw-away home. Uses OLP only through
 * {@link dev.olp.app.demo.ServerStart} and its HTTP door; nothing else may use this package but the command line.
 */
@NullMarked
package dev.olp.app.demo;

import org.jspecify.annotations.NullMarked;
